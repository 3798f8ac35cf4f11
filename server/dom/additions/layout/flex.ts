/**
 * Lays out flex rows and columns. `element-box.ts` calls it and gets their content height. `order`,
 * baseline alignment and the wrapping of columns are ignored.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */

import type { Style } from '../../css/style.ts'
import { automaticMinimumWidth, contentWidthsOf } from './intrinsic-sizes.ts'
import {
  Box,
  declaredSize,
  itemsOf,
  type LayoutTree,
  px,
  type StyledElement,
} from './layout-tree.ts'
import {
  alignedOffset,
  alignmentOf,
  autoOffset,
  type Flexible,
  flexedSizes,
  gapOf,
  isAuto,
  isStretched,
  largest,
  stretched,
  total,
  withHeight,
} from './tracks.ts'

/** An item that has no size yet along its row or column. */
interface FlexItem extends Flexible {
  readonly box: Box
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

export function layOutFlex(tree: LayoutTree, container: Box, height: number | undefined): number {
  const isColumn = container.style.get('flex-direction').startsWith('column')
  return isColumn ? layOutColumn(tree, container, height) : layOutRows(tree, container, height)
}

function layOutRows(tree: LayoutTree, container: Box, height: number | undefined): number {
  const width = container.contentWidth
  const items = itemsOf(tree, container).map((item) => rowItem(tree, item, width))
  const gap = gapOf(container.style, 'column', width)
  let y = container.contentY
  const wraps = container.style.get('flex-wrap').startsWith('wrap')
  const lines = wraps ? flexLinesOf(items, width, gap) : [items]
  for (const [lineIndex, line] of lines.entries()) {
    const spaceOf = (forcedWidth: number) => ({ width, height, forcedWidth })
    const widths = flexedSizes(line, spaceFor(line, ROW, width, gap))
    const boxes = line.map(({ box: { element, style } }, index) =>
      tree.layOut(element, style, spaceOf(widths[index] ?? 0)),
    )
    const tallest = largest(boxes.map(({ outerHeight }) => outerHeight))
    const high = lines.length === 1 && height !== undefined ? height : tallest
    const placed = boxes.map((box) =>
      stretched(tree, box, { container, size: high, space: spaceOf(box.width) }),
    )
    placeLine(container, placed, { axis: ROW, size: width, across: high, y, gap })
    y += high + (lineIndex < lines.length - 1 ? gapOf(container.style, 'row', height) : 0)
  }
  return y - container.contentY
}

function layOutColumn(tree: LayoutTree, container: Box, height: number | undefined): number {
  const width = container.contentWidth
  const gap = gapOf(container.style, 'row', height)
  const items = itemsOf(tree, container).map((item) => columnItem(tree, container, item, height))
  const room = height === undefined ? undefined : spaceFor(items, COLUMN, height, gap)
  const heights = flexedSizes(items, room)
  const boxes = items.map(({ box }, index) =>
    withHeight(tree, box, heights[index] ?? 0, { width, height, forcedWidth: box.width }),
  )
  const used = total(boxes.map(({ outerHeight }) => outerHeight)) + gaps(boxes, gap)
  const size = Math.max(height ?? 0, used)
  placeLine(container, boxes, {
    axis: COLUMN,
    size: height ?? used,
    across: width,
    y: container.contentY,
    gap,
  })
  return size
}

const gaps = (line: readonly unknown[], gap: number) => gap * Math.max(0, line.length - 1)

const spaceFor = (line: readonly FlexItem[], { margins }: Axis, size: number, gap: number) =>
  size - gaps(line, gap) - total(line.map(({ box }) => box[margins]))

function rowItem(tree: LayoutTree, { element, style }: StyledElement, width: number): FlexItem {
  const box = new Box(element, style, width)
  const isDeclared = style.get('flex-basis') === 'auto'
  const declared = isDeclared ? declaredSize(box, 'width', width) : px(style, 'flex-basis', width)
  const base = declared ?? contentWidthsOf(tree, element, style).max - box.horizontalMargins
  const scrolls = style.get('overflow-x') !== 'visible'
  const automatic = () => (scrolls ? 0 : automaticMinimumWidth(tree, element, style, box))
  const least = declaredSize(box, 'min-width', width) ?? automatic()
  return flexItem(box, ROW, { base, least, space: width })
}

function columnItem(
  tree: LayoutTree,
  container: Box,
  { element, style }: StyledElement,
  height: number | undefined,
): FlexItem {
  const shrinksToFit = !isStretched(alignmentOf(container.style, style))
  const box = tree.layOut(element, style, { width: container.contentWidth, height, shrinksToFit })
  const base = px(style, 'flex-basis', height) ?? box.height
  const scrolls = style.get('overflow-y') !== 'visible'
  const least = declaredSize(box, 'min-height', height) ?? (scrolls ? 0 : box.height)
  return flexItem(box, COLUMN, { base, least, space: height })
}

/** @param sizes The border box, and `space`, which percentages refer to. */
function flexItem(
  box: Box,
  { size, edges }: Axis,
  sizes: { base: number; least: number; space: number | undefined },
): FlexItem {
  const base = Math.max(sizes.base, box[edges])
  return {
    box,
    base,
    least: Math.max(sizes.least, box[edges]),
    most: declaredSize(box, `max-${size}`, sizes.space),
    grows: flexFactor(box.style, 'flex-grow'),
    shrinks: flexFactor(box.style, 'flex-shrink') * base,
  }
}

const flexFactor = (style: Style, name: 'flex-grow' | 'flex-shrink'): number =>
  Math.max(0, Number(style.get(name)) || 0)

function flexLinesOf(items: readonly FlexItem[], width: number, gap: number): FlexItem[][] {
  const lines: FlexItem[][] = []
  let left = -1
  for (const item of items) {
    const [size = 0] = flexedSizes([item], undefined)
    const whole = size + item.box.horizontalMargins
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
  /** Extent along the line. */
  readonly size: number
  readonly across: number
  readonly y: number
  readonly gap: number
}

function placeLine(
  container: Box,
  line: readonly Box[],
  { axis, size, across, y, gap }: LineRoom,
): void {
  const { style } = container
  const [before, after] = axis.sides
  const left = Math.max(0, size - total(line.map((item) => item[axis.outer])) - gaps(line, gap))
  const hasAuto = (item: Box, side: string) => isAuto(item.style, `margin-${side}`)
  const autos = total(line.flatMap((item) => axis.sides.map((side) => Number(hasAuto(item, side)))))
  const auto = (item: Box, side: string) => (hasAuto(item, side) ? left / autos : 0)
  const justify = style.get('justify-content')
  const { first, between } = distributed(justify, autos > 0 ? 0 : left, line.length)
  const isReversed = style.get('flex-direction').endsWith('-reverse')
  let position = first
  for (const item of line) {
    position += item.margin[before] + auto(item, before)
    const along = isReversed ? size - position - item[axis.size] : position
    if (axis === ROW) {
      const down = item.margin.top + offsetAcross(container, item, COLUMN, across)
      container.append(item, container.contentX + along, y + down)
    } else {
      const aside = item.margin.left + offsetAcross(container, item, ROW, across)
      container.append(item, container.contentX + aside, y + along)
    }
    if (item.baseline !== undefined && (axis === COLUMN || container.baseline === undefined))
      container.baseline = item.y + item.baseline
    position += item[axis.size] + item.margin[after] + auto(item, after) + gap + between
  }
}

function offsetAcross(container: Box, item: Box, { sides, outer }: Axis, size: number): number {
  const spare = size - item[outer]
  const alignment = alignmentOf(container.style, item.style)
  return autoOffset(item, sides, spare) ?? alignedOffset(alignment, spare)
}

interface Distribution {
  readonly first: number
  readonly between: number
}

/** https://drafts.csswg.org/css-align-3/#distribution-values */
function distributed(justifyContent: string, left: number, count: number): Distribution {
  switch (justifyContent) {
    case 'center':
      return { first: left / 2, between: 0 }
    case 'flex-end':
    case 'end':
    case 'right':
      return { first: left, between: 0 }
    case 'space-between':
      return { first: 0, between: count > 1 ? left / (count - 1) : 0 }
    case 'space-around':
      return { first: left / count / 2, between: left / count }
    case 'space-evenly':
      return { first: left / (count + 1), between: left / (count + 1) }
    default:
      return { first: 0, between: 0 }
  }
}
