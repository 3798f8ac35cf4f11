/**
 * Lays out flex rows and columns. `element-box.ts` calls it and gets their content height. `order`,
 * baseline alignment and the wrapping of columns are ignored.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */

import type { Style } from '../../css/style.ts'
import { automaticMinimumWidth, contentWidthsOf } from './intrinsic-sizes.ts'
import {
  autoMargins,
  Box,
  clamped,
  declaredSize,
  itemsOf,
  type LayoutTree,
  px,
  type StyledElement,
} from './layout-tree.ts'
import {
  alignedOffset,
  alignmentOf,
  gapOf,
  isStretched,
  largest,
  stretched,
  total,
  withHeight,
} from './tracks.ts'

/** An item of a row, before it is laid out. */
interface FlexItem extends StyledElement {
  readonly edges: Box
  readonly base: number
  readonly least: number
  size: number
}

const flexFactor = (style: Style, name: 'flex-grow' | 'flex-shrink'): number => {
  const value = Number(style.get(name))
  return value >= 0 ? value : 0
}

export function layOutFlexRow(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const items = itemsOf(tree, box).map((item) => rowItem(tree, item, width))
  const gap = gapOf(box.style, 'column', width)
  const wraps = box.style.get('flex-wrap').startsWith('wrap')
  let y = box.contentY
  const lines = flexLinesOf(items, width, gap, wraps)
  for (const [index, line] of lines.entries()) {
    resolveFlexibleLengths(line, width - gap * (line.length - 1))
    const spaceOf = (forcedWidth: number) => ({ width, height, forcedWidth })
    const boxes = line.map(({ element, style, size }) =>
      tree.layOut(tree, element, style, spaceOf(size)),
    )
    const tallest = largest(boxes.map(({ outerHeight }) => outerHeight))
    const high = lines.length === 1 && height !== undefined ? height : tallest
    const placed = boxes.map((own) => stretched(tree, box, own, high, spaceOf(own.width)))
    placeRow(box, placed, { y, high, gap })
    y += high + (index < lines.length - 1 ? gapOf(box.style, 'row', height) : 0)
  }
  return y - box.contentY
}

function rowItem(tree: LayoutTree, { element, style }: StyledElement, width: number): FlexItem {
  const edges = new Box(element, style, width)
  const basis = style.get('flex-basis')
  const declared =
    basis === 'auto'
      ? declaredSize(edges, 'width', width)
      : basis === 'content'
        ? undefined
        : px(style, 'flex-basis', width)
  const content = () => contentWidthsOf(tree, element, style).max - edges.horizontalMargins
  const base = Math.max(declared ?? content(), edges.horizontalEdges)
  const scrolls = style.get('overflow-x') !== 'visible'
  const least =
    px(style, 'min-width', width) ??
    (scrolls ? 0 : automaticMinimumWidth(tree, element, style, edges))
  const size = Math.max(least, clamped(edges, 'width', base, width))
  return { element, style, edges, base, least, size }
}

function flexLinesOf(items: FlexItem[], width: number, gap: number, wraps: boolean): FlexItem[][] {
  if (!wraps) return items.length > 0 ? [items] : []
  const lines: FlexItem[][] = []
  let left = -1
  for (const item of items) {
    const whole = item.size + item.edges.horizontalMargins
    if (left < whole - 0.01) {
      lines.push([])
      left = width
    }
    lines.at(-1)?.push(item)
    left -= whole + gap
  }
  return lines
}

function resolveFlexibleLengths(line: FlexItem[], width: number): void {
  const outer = total(line.map(({ edges }) => edges.horizontalMargins))
  const grows = total(line.map(({ size }) => size)) + outer < width
  const partOf = ({ style, base }: FlexItem) =>
    grows ? flexFactor(style, 'flex-grow') : flexFactor(style, 'flex-shrink') * base
  const unfrozen = new Set(line)
  while (unfrozen.size > 0) {
    let free = width - outer
    let parts = 0
    for (const item of line) {
      free -= unfrozen.has(item) ? item.base : item.size
      if (unfrozen.has(item)) parts += partOf(item)
    }
    let isAnyFrozen = false
    for (const item of [...unfrozen]) {
      const share = parts > 0 ? (free * partOf(item)) / Math.max(parts, grows ? 1 : 0) : 0
      const ideal = item.base + share
      item.size = Math.max(
        item.least,
        clamped(item.edges, 'width', ideal, width),
        item.edges.horizontalEdges,
      )
      if (Math.abs(item.size - ideal) > 0.01) {
        unfrozen.delete(item)
        isAnyFrozen = true
      }
    }
    if (!isAnyFrozen) return
  }
}

function placeRow(
  box: Box,
  line: readonly Box[],
  room: { y: number; high: number; gap: number },
): void {
  const width = box.contentWidth
  const used = total(line.map(({ outerWidth }) => outerWidth)) + room.gap * (line.length - 1)
  const left = Math.max(0, width - used)
  const autos = line
    .map(autoMargins)
    .reduce((count, auto) => count + Number(auto.left) + Number(auto.right), 0)
  const each = autos > 0 ? left / autos : 0
  const { first, between } = justified(
    box.style.get('justify-content'),
    autos > 0 ? 0 : left,
    line.length,
  )
  const reversed = box.style.get('flex-direction') === 'row-reverse'
  let x = first
  for (const own of line) {
    const auto = autoMargins(own)
    x += own.margin.left + (auto.left ? each : 0)
    const down = alignedOffset(alignmentOf(box.style, own.style), room.high - own.outerHeight)
    box.append(
      own,
      box.contentX + (reversed ? width - x - own.width : x),
      room.y + own.margin.top + down,
    )
    if (box.baseline === undefined && own.baseline !== undefined)
      box.baseline = own.y + own.baseline
    x += own.width + own.margin.right + (auto.right ? each : 0) + room.gap + between
  }
}

function justified(
  text: string | undefined,
  left: number,
  count: number,
): { first: number; between: number } {
  if (left <= 0) return { first: 0, between: 0 }
  if (text === 'center') return { first: left / 2, between: 0 }
  if (text === 'flex-end' || text === 'end' || text === 'right') return { first: left, between: 0 }
  if (text === 'space-between') return { first: 0, between: count > 1 ? left / (count - 1) : 0 }
  if (text === 'space-around') return { first: left / count / 2, between: left / count }
  if (text === 'space-evenly') return { first: left / (count + 1), between: left / (count + 1) }
  return { first: 0, between: 0 }
}

export function layOutFlexColumn(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const gap = gapOf(box.style, 'row', height)
  const heightOf = (boxes: readonly Box[]) =>
    total(boxes.map(({ outerHeight }) => outerHeight)) + gap * Math.max(0, boxes.length - 1)
  let items = itemsOf(tree, box).map((item) => columnItem(tree, box, item, height))
  if (height !== undefined)
    items = resized(tree, items, height - heightOf(items), { width, height })
  const used = heightOf(items)
  const left = height === undefined ? 0 : height - used
  const { first, between } = justified(box.style.get('justify-content'), left, items.length)
  let y = box.contentY + first
  for (const own of items) {
    const spare = width - own.outerWidth
    const auto = autoMargins(own)
    const aside =
      auto.left && auto.right
        ? Math.max(0, spare / 2)
        : alignedOffset(alignmentOf(box.style, own.style), spare)
    y += own.margin.top
    box.append(own, box.contentX + own.margin.left + aside, y)
    if (own.baseline !== undefined) box.baseline = y + own.baseline
    y += own.height + own.margin.bottom + gap + between
  }
  return Math.max(height ?? 0, used)
}

function columnItem(
  tree: LayoutTree,
  box: Box,
  { element, style }: StyledElement,
  height: number | undefined,
): Box {
  const basis = style.get('flex-basis')
  const declared =
    basis === 'auto' || height === undefined ? undefined : px(style, 'flex-basis', height)
  return tree.layOut(tree, element, style, {
    width: box.contentWidth,
    height,
    shrinksToFit: !isStretched(alignmentOf(box.style, style)),
    forcedHeight: declared || undefined,
  })
}

/** The items of a column, which share the free or missing height. */
function resized(
  tree: LayoutTree,
  items: readonly Box[],
  left: number,
  space: { width: number; height: number },
): Box[] {
  const factorOf = ({ style }: Box) =>
    left > 0
      ? flexFactor(style, 'flex-grow')
      : style.get('overflow-y') !== 'visible'
        ? flexFactor(style, 'flex-shrink')
        : 0
  const factors = total(items.map(factorOf))
  return items.map((own) => {
    if (factorOf(own) === 0 || Math.abs(left) < 0.01) return own
    const wanted = Math.max(own.verticalEdges, own.height + (left * factorOf(own)) / factors)
    const high = clamped(own, 'height', wanted, space.height)
    return withHeight(tree, own, high, { ...space, forcedWidth: own.width })
  })
}
