/**
 * Lays out flex rows and columns. `element-box.ts` calls it and gets their content height. `order`,
 * baseline alignment and the wrapping of columns are ignored.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */

import type { Style } from '../../css/style.ts'
import { automaticMinimumWidth, contentWidthsOf } from './intrinsic-sizes.ts'
import {
  type AvailableSpace,
  Box,
  clamped,
  declaredSize,
  itemsOf,
  type LayoutTree,
  px,
  type StyledElement,
} from './layout-tree.ts'

interface FlexItem extends StyledElement {
  readonly edges: Box
  readonly base: number
  readonly least: number
  readonly grow: number
  readonly shrink: number
  size: number
  box?: Box
}

const flexFactor = (style: Style, name: string, otherwise: number): number => {
  const value = Number(style.get(name))
  return value >= 0 ? value : otherwise
}

const margins = ({ margin }: Box) => margin.left + margin.right

const layOutItem = (tree: LayoutTree, { element, style }: FlexItem, space: AvailableSpace): Box =>
  tree.layOut(tree, element, style, space)

const outerHeight = (box: Box | undefined): number =>
  box ? box.margin.top + box.height + box.margin.bottom : 0

const alignment = (box: Box, item: FlexItem): string => {
  const own = item.style.get('align-self')
  return own === 'auto' ? box.style.get('align-items') : own
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

const crossOffset = (text: string, left: number): number =>
  text === 'center' ? left / 2 : text === 'flex-end' || text === 'end' ? left : 0

export function layOutFlexRow(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const items = itemsOf(tree, box).map(({ element, style }) => rowItem(tree, element, style, width))
  const gap = px(box.style, 'column-gap', width) ?? 0
  const wraps = box.style.get('flex-wrap').startsWith('wrap')
  let y = box.contentY
  const lines = flexLinesOf(items, width, gap, wraps)
  for (const [index, line] of lines.entries()) {
    resolveFlexibleLengths(line, width - gap * (line.length - 1))
    for (const item of line)
      item.box = layOutItem(tree, item, { width, height, forcedWidth: item.size })
    const tallest = Math.max(0, ...line.map(({ box }) => outerHeight(box)))
    const high = lines.length === 1 && height !== undefined ? height : tallest
    alignLine(tree, box, line, { high, width, height })
    placeRow(box, line, { y, high, width, gap })
    y += high + (index < lines.length - 1 ? (px(box.style, 'row-gap', height) ?? 0) : 0)
  }
  return y - box.contentY
}

function rowItem(tree: LayoutTree, element: Element, style: Style, width: number): FlexItem {
  const edges = new Box(element, style, width)
  const basis = style.get('flex-basis')
  const widths = contentWidthsOf(tree, element, style)
  const content = widths.max - margins(edges)
  const declared =
    basis === 'auto'
      ? declaredSize(edges, 'width', width)
      : basis === 'content'
        ? undefined
        : px(style, 'flex-basis', width)
  const base = Math.max(declared ?? content, edges.horizontalEdges)
  const scrolls = style.get('overflow-x') !== 'visible'
  const least =
    px(style, 'min-width', width) ??
    (scrolls ? 0 : automaticMinimumWidth(tree, element, style, edges))
  const size = Math.max(least, clamped(edges, 'width', base, width))
  return {
    element,
    style,
    edges,
    base,
    least,
    size,
    grow: flexFactor(style, 'flex-grow', 0),
    shrink: flexFactor(style, 'flex-shrink', 1),
  }
}

function flexLinesOf(items: FlexItem[], width: number, gap: number, wraps: boolean): FlexItem[][] {
  if (!wraps) return items.length > 0 ? [items] : []
  const lines: FlexItem[][] = []
  let left = -1
  for (const item of items) {
    const whole = item.size + margins(item.edges)
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
  const outer = line.reduce((total, { edges }) => total + margins(edges), 0)
  const grows = line.reduce((total, item) => total + item.size, 0) + outer < width
  const unfrozen = new Set(line)
  while (unfrozen.size > 0) {
    let free = width - outer
    let total = 0
    for (const item of line) {
      free -= unfrozen.has(item) ? item.base : item.size
      if (unfrozen.has(item)) total += grows ? item.grow : item.shrink * item.base
    }
    let isAnyFrozen = false
    for (const item of [...unfrozen]) {
      const part = grows ? item.grow : item.shrink * item.base
      const ideal = item.base + (total > 0 ? (free * part) / Math.max(total, grows ? 1 : 0) : 0)
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

function alignLine(
  tree: LayoutTree,
  box: Box,
  line: FlexItem[],
  room: { high: number; width: number; height: number | undefined },
): void {
  for (const item of line) {
    const stretches =
      /^(?:stretch|normal)$/.test(alignment(box, item)) &&
      px(item.style, 'height', room.height) === undefined
    const target =
      item.box &&
      clamped(
        item.box,
        'height',
        room.high - item.box.margin.top - item.box.margin.bottom,
        room.height,
      )
    if (
      !stretches ||
      !item.box ||
      target === undefined ||
      Math.abs(item.box.height - target) < 0.01
    )
      continue
    const { width, height } = room
    if (tree.mayLayOutAgain)
      item.box = layOutItem(tree, item, {
        width,
        height,
        forcedWidth: item.size,
        forcedHeight: target,
      })
    else item.box.height = target
  }
}

function placeRow(
  box: Box,
  line: FlexItem[],
  room: { y: number; high: number; width: number; gap: number },
): void {
  const used = line.reduce(
    (total, { size, edges }) => total + size + margins(edges),
    room.gap * (line.length - 1),
  )
  const autos = line
    .flatMap(({ style }) => [style.get('margin-left'), style.get('margin-right')])
    .filter((margin) => margin === 'auto').length
  const left = Math.max(0, room.width - used)
  const { first, between } =
    autos > 0
      ? { first: 0, between: 0 }
      : justified(box.style.get('justify-content'), left, line.length)
  const each = autos > 0 ? left / autos : 0
  const reversed = box.style.get('flex-direction') === 'row-reverse'
  let x = first
  for (const { box: own, style } of line) {
    if (!own) continue
    if (style.get('margin-left') === 'auto') x += each
    x += own.margin.left
    const spare = room.high - outerHeight(own)
    const inner = reversed ? room.width - x - own.width : x
    box.append(
      own,
      box.contentX + inner,
      room.y + own.margin.top + crossOffset(alignment(box, { style } as FlexItem), spare),
    )
    if (box.baseline === undefined && own.baseline !== undefined)
      box.baseline = own.y + own.baseline
    x += own.width + own.margin.right + room.gap + between
    if (style.get('margin-right') === 'auto') x += each
  }
}

export function layOutFlexColumn(tree: LayoutTree, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const gap = px(box.style, 'row-gap', height) ?? 0
  const items = itemsOf(tree, box).map((item) => columnItem(tree, box, item, { width, height }))
  const gaps = gap * Math.max(0, items.length - 1)
  const sum = () => items.reduce((total, { box }) => total + outerHeight(box), gaps)
  if (height !== undefined) stretchColumn(tree, items, height - sum(), { width, height })
  const left = height === undefined ? 0 : height - sum()
  const { first, between } = justified(box.style.get('justify-content'), left, items.length)
  let y = box.contentY + first
  for (const item of items) {
    const own = item.box as Box
    const spare = width - own.width - margins(own)
    const autos =
      item.style.get('margin-left') === 'auto' && item.style.get('margin-right') === 'auto'
    y += own.margin.top
    box.append(
      own,
      box.contentX +
        own.margin.left +
        (autos ? Math.max(0, spare / 2) : crossOffset(alignment(box, item), spare)),
      y,
    )
    if (own.baseline !== undefined) box.baseline = y + own.baseline
    y += own.height + own.margin.bottom + gap + between
  }
  return height === undefined ? sum() : Math.max(height, sum())
}

function columnItem(
  tree: LayoutTree,
  box: Box,
  { element, style }: StyledElement,
  room: { width: number; height: number | undefined },
): FlexItem {
  const edges = new Box(element, style, room.width)
  const basis = style.get('flex-basis')
  const forcedHeight =
    basis === 'auto' || room.height === undefined ? undefined : px(style, 'flex-basis', room.height)
  const item: FlexItem = {
    element,
    style,
    edges,
    base: 0,
    least: 0,
    size: 0,
    grow: flexFactor(style, 'flex-grow', 0),
    shrink: flexFactor(style, 'flex-shrink', 1),
  }
  const shrinksToFit = !/^(?:stretch|normal)$/.test(alignment(box, item))
  item.box = tree.layOut(tree, element, style, {
    ...room,
    shrinksToFit,
    ...(forcedHeight ? { forcedHeight } : {}),
  })
  return item
}

function stretchColumn(
  tree: LayoutTree,
  items: FlexItem[],
  left: number,
  room: { width: number; height: number },
): void {
  const factorOf = (item: FlexItem) =>
    left > 0 ? item.grow : item.style.get('overflow-y') !== 'visible' ? item.shrink : 0
  const total = items.reduce((sum, item) => sum + factorOf(item), 0)
  if (total === 0 || Math.abs(left) < 0.01) return
  for (const item of items) {
    const own = item.box
    if (!own || factorOf(item) === 0) continue
    const target = clamped(
      own,
      'height',
      Math.max(own.verticalEdges, own.height + (left * factorOf(item)) / total),
      room.height,
    )
    if (tree.mayLayOutAgain)
      item.box = layOutItem(tree, item, { ...room, forcedWidth: own.width, forcedHeight: target })
    else own.height = target
  }
}
