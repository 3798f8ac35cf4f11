/**
 * Lays out flex rows, in one line or several: items grow or shrink to the width. Returns the
 * content height.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */
import { Box, clamped, declaredSize } from './box.ts'
import {
  alignment,
  atCross,
  factor,
  type Item,
  itemsOf,
  justified,
  layItem,
  margins,
  outerHeight,
} from './flex-items.ts'
import type { Pass } from './pass.ts'
import { px, type Style } from './style.ts'
import { leastWidth, widthsOf } from './widths.ts'

export function layRow(pass: Pass, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const items = itemsOf(pass, box).map(({ element, style }) => rowItem(pass, element, style, width))
  const gap = px(box.style, 'column-gap', width) ?? 0
  const wraps = box.style.values['flex-wrap']?.startsWith('wrap') ?? false
  let y = box.contentY
  const lines = linesOf(items, width, gap, wraps)
  for (const [index, line] of lines.entries()) {
    share(line, width - gap * (line.length - 1))
    for (const item of line)
      item.box = layItem(pass, item, { width, height, forcedWidth: item.size })
    const tallest = Math.max(0, ...line.map(({ box }) => outerHeight(box)))
    const high = lines.length === 1 && height !== undefined ? height : tallest
    alignLine(pass, box, line, { high, width, height })
    placeRow(box, line, { y, high, width, gap })
    y += high + (index < lines.length - 1 ? (px(box.style, 'row-gap', height) ?? 0) : 0)
  }
  return y - box.contentY
}

function rowItem(pass: Pass, element: Element, style: Style, width: number): Item {
  const edges = new Box(element, style, width)
  const basis = style.values['flex-basis'] ?? 'auto'
  const widths = widthsOf(pass, element, style)
  const content = widths.max - margins(edges)
  const given =
    basis === 'auto'
      ? declaredSize(edges, 'width', width)
      : basis === 'content'
        ? undefined
        : px(style, 'flex-basis', width)
  const base = Math.max(given ?? content, edges.across)
  const scrolls = (style.values['overflow-x'] ?? 'visible') !== 'visible'
  const least =
    px(style, 'min-width', width) ?? (scrolls ? 0 : leastWidth(pass, element, style, edges))
  const size = Math.max(least, clamped(edges, 'width', base, width))
  return {
    element,
    style,
    edges,
    base,
    least,
    size,
    grow: factor(style, 'flex-grow', 0),
    shrink: factor(style, 'flex-shrink', 1),
  }
}

function linesOf(items: Item[], width: number, gap: number, wraps: boolean): Item[][] {
  if (!wraps) return items.length > 0 ? [items] : []
  const lines: Item[][] = []
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

function share(line: Item[], width: number): void {
  const outer = line.reduce((total, { edges }) => total + margins(edges), 0)
  const grows = line.reduce((total, item) => total + item.size, 0) + outer < width
  const open = new Set(line)
  while (open.size > 0) {
    let free = width - outer
    let total = 0
    for (const item of line) {
      free -= open.has(item) ? item.base : item.size
      if (open.has(item)) total += grows ? item.grow : item.shrink * item.base
    }
    let fixed = false
    for (const item of [...open]) {
      const part = grows ? item.grow : item.shrink * item.base
      const ideal = item.base + (total > 0 ? (free * part) / Math.max(total, grows ? 1 : 0) : 0)
      item.size = Math.max(
        item.least,
        clamped(item.edges, 'width', ideal, width),
        item.edges.across,
      )
      if (Math.abs(item.size - ideal) > 0.01) {
        open.delete(item)
        fixed = true
      }
    }
    if (!fixed) return
  }
}

function alignLine(
  pass: Pass,
  box: Box,
  line: Item[],
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
    if (pass.mayRepeat)
      item.box = layItem(pass, item, {
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
  line: Item[],
  room: { y: number; high: number; width: number; gap: number },
): void {
  const used = line.reduce(
    (total, { size, edges }) => total + size + margins(edges),
    room.gap * (line.length - 1),
  )
  const autos = line
    .flatMap(({ style }) => [style.values['margin-left'], style.values['margin-right']])
    .filter((margin) => margin === 'auto').length
  const left = Math.max(0, room.width - used)
  const { first, between } =
    autos > 0
      ? { first: 0, between: 0 }
      : justified(box.style.values['justify-content'], left, line.length)
  const each = autos > 0 ? left / autos : 0
  const reversed = box.style.values['flex-direction'] === 'row-reverse'
  let x = first
  for (const { box: own, style } of line) {
    if (!own) continue
    if (style.values['margin-left'] === 'auto') x += each
    x += own.margin.left
    const spare = room.high - outerHeight(own)
    const inner = reversed ? room.width - x - own.width : x
    box.put(
      own,
      box.contentX + inner,
      room.y + own.margin.top + atCross(alignment(box, { style } as Item), spare),
    )
    if (box.baseline === undefined && own.baseline !== undefined)
      box.baseline = own.y + own.baseline
    x += own.width + own.margin.right + room.gap + between
    if (style.values['margin-right'] === 'auto') x += each
  }
}
