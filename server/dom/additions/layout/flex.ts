/**
 * Lays out flex rows and columns. `element-box.ts` calls it and gets their content height. `order`,
 * baseline alignment and the wrapping of columns are ignored.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */

import type { Style } from '../../css/style.ts'
import { automaticMinimumWidth, contentWidthsOf } from './intrinsic-sizes.ts'
import {
  autoOffset,
  Box,
  declaredSize,
  isAuto,
  itemsOf,
  type LayoutTree,
  px,
  type StyledElement,
} from './layout-tree.ts'
import {
  alignedOffset,
  alignmentOf,
  type Flexible,
  flexedSizes,
  gapOf,
  isStretched,
  largest,
  stretched,
  total,
  withHeight,
} from './tracks.ts'

/** An item that has no size yet along its row or column. */
interface FlexItem extends Flexible {
  readonly own: Box
}

const ROW = {
  size: 'width',
  outer: 'outerWidth',
  edges: 'horizontalEdges',
  margins: 'horizontalMargins',
  sides: ['left', 'right'],
} as const
const COLUMN = {
  size: 'height',
  outer: 'outerHeight',
  edges: 'verticalEdges',
  margins: 'verticalMargins',
  sides: ['top', 'bottom'],
} as const
type Axis = typeof ROW | typeof COLUMN

export function layOutFlex(tree: LayoutTree, box: Box, height: number | undefined): number {
  const isColumn = box.style.get('flex-direction').startsWith('column')
  return isColumn ? layOutColumn(tree, box, height) : layOutRows(tree, box, height)
}

function layOutRows(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const items = itemsOf(tree, box).map((item) => rowItem(tree, item, width))
  const gap = gapOf(box.style, 'column', width)
  let y = box.contentY
  const wraps = box.style.get('flex-wrap').startsWith('wrap')
  const lines = wraps ? flexLinesOf(items, width, gap) : [items]
  for (const [index, line] of lines.entries()) {
    const spaceOf = (forcedWidth: number) => ({ width, height, forcedWidth })
    const widths = flexedSizes(line, spaceFor(line, ROW, width, gap))
    const boxes = line.map(({ own: { element, style } }, at) =>
      tree.layOut(tree, element, style, spaceOf(widths[at] ?? 0)),
    )
    const tallest = largest(boxes.map(({ outerHeight }) => outerHeight))
    const high = lines.length === 1 && height !== undefined ? height : tallest
    const placed = boxes.map((own) => stretched(tree, box, own, high, spaceOf(own.width)))
    placeLine(box, placed, { axis: ROW, size: width, across: high, y, gap })
    y += high + (index < lines.length - 1 ? gapOf(box.style, 'row', height) : 0)
  }
  return y - box.contentY
}

function layOutColumn(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const gap = gapOf(box.style, 'row', height)
  const items = itemsOf(tree, box).map((item) => columnItem(tree, box, item, height))
  const room = height === undefined ? undefined : spaceFor(items, COLUMN, height, gap)
  const heights = flexedSizes(items, room)
  const boxes = items.map(({ own }, at) =>
    withHeight(tree, own, heights[at] ?? 0, { width, height, forcedWidth: own.width }),
  )
  const used = total(boxes.map(({ outerHeight }) => outerHeight)) + gaps(boxes, gap)
  const size = Math.max(height ?? 0, used)
  placeLine(box, boxes, { axis: COLUMN, size: height ?? used, across: width, y: box.contentY, gap })
  return size
}

const gaps = (line: readonly unknown[], gap: number) => gap * Math.max(0, line.length - 1)

const spaceFor = (line: readonly FlexItem[], { margins }: Axis, size: number, gap: number) =>
  size - gaps(line, gap) - total(line.map(({ own }) => own[margins]))

function rowItem(tree: LayoutTree, { element, style }: StyledElement, width: number): FlexItem {
  const own = new Box(element, style, width)
  const isDeclared = style.get('flex-basis') === 'auto'
  const declared = isDeclared ? declaredSize(own, 'width', width) : px(style, 'flex-basis', width)
  const base = declared ?? contentWidthsOf(tree, element, style).max - own.horizontalMargins
  const scrolls = style.get('overflow-x') !== 'visible'
  const automatic = () => (scrolls ? 0 : automaticMinimumWidth(tree, element, style, own))
  const least = declaredSize(own, 'min-width', width) ?? automatic()
  return flexItem(own, ROW, { base, least, space: width })
}

function columnItem(
  tree: LayoutTree,
  box: Box,
  { element, style }: StyledElement,
  height: number | undefined,
): FlexItem {
  const shrinksToFit = !isStretched(alignmentOf(box.style, style))
  const own = tree.layOut(tree, element, style, { width: box.contentWidth, height, shrinksToFit })
  const base = px(style, 'flex-basis', height) ?? own.height
  const scrolls = style.get('overflow-y') !== 'visible'
  const least = declaredSize(own, 'min-height', height) ?? (scrolls ? 0 : own.height)
  return flexItem(own, COLUMN, { base, least, space: height })
}

/** @param sizes The border box, and `space`, which percentages refer to. */
function flexItem(
  own: Box,
  { size, edges }: Axis,
  sizes: { base: number; least: number; space: number | undefined },
): FlexItem {
  const base = Math.max(sizes.base, own[edges])
  return {
    own,
    base,
    least: Math.max(sizes.least, own[edges]),
    most: declaredSize(own, `max-${size}`, sizes.space),
    grows: flexFactor(own.style, 'flex-grow'),
    shrinks: flexFactor(own.style, 'flex-shrink') * base,
  }
}

const flexFactor = (style: Style, name: 'flex-grow' | 'flex-shrink'): number =>
  Math.max(0, Number(style.get(name)) || 0)

function flexLinesOf(items: readonly FlexItem[], width: number, gap: number): FlexItem[][] {
  const lines: FlexItem[][] = []
  let left = -1
  for (const item of items) {
    const [size = 0] = flexedSizes([item], undefined)
    const whole = size + item.own.horizontalMargins
    if (left < whole - 0.01) {
      lines.push([])
      left = width
    }
    lines.at(-1)?.push(item)
    left -= whole + gap
  }
  return lines
}

interface LineRoom {
  readonly axis: Axis
  /** Along the line, and across it. */
  readonly size: number
  readonly across: number
  readonly y: number
  readonly gap: number
}

function placeLine(box: Box, line: readonly Box[], { axis, size, across, y, gap }: LineRoom): void {
  const { style } = box
  const [before, after] = axis.sides
  const left = Math.max(0, size - total(line.map((own) => own[axis.outer])) - gaps(line, gap))
  const hasAuto = (own: Box, side: string) => isAuto(own.style, `margin-${side}`)
  const autos = total(line.flatMap((own) => axis.sides.map((side) => Number(hasAuto(own, side)))))
  const auto = (own: Box, side: string) => (hasAuto(own, side) ? left / autos : 0)
  const justify = style.get('justify-content')
  const { first, between } = justified(justify, autos > 0 ? 0 : left, line.length)
  const isReversed = style.get('flex-direction').endsWith('-reverse')
  let at = first
  for (const own of line) {
    at += own.margin[before] + auto(own, before)
    const along = isReversed ? size - at - own[axis.size] : at
    if (axis === ROW) {
      const down = own.margin.top + offsetAcross(box, own, COLUMN, across)
      box.append(own, box.contentX + along, y + down)
    } else {
      const aside = own.margin.left + offsetAcross(box, own, ROW, across)
      box.append(own, box.contentX + aside, y + along)
    }
    if (own.baseline !== undefined && (axis === COLUMN || box.baseline === undefined))
      box.baseline = own.y + own.baseline
    at += own[axis.size] + own.margin[after] + auto(own, after) + gap + between
  }
}

function offsetAcross(box: Box, own: Box, { sides, outer }: Axis, size: number): number {
  const spare = size - own[outer]
  return autoOffset(own, sides, spare) ?? alignedOffset(alignmentOf(box.style, own.style), spare)
}

function justified(text: string, left: number, count: number): { first: number; between: number } {
  if (text === 'center') return { first: left / 2, between: 0 }
  if (text === 'flex-end' || text === 'end' || text === 'right') return { first: left, between: 0 }
  if (text === 'space-between') return { first: 0, between: count > 1 ? left / (count - 1) : 0 }
  if (text === 'space-around') return { first: left / count / 2, between: left / count }
  if (text === 'space-evenly') return { first: left / (count + 1), between: left / (count + 1) }
  return { first: 0, between: 0 }
}
