/**
 * Lays out flex columns without wrapping: growing items share the free part of a declared height.
 * Returns the content height.
 * https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */
import { Box, clamped } from './box.ts'
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

export function layColumn(pass: Pass, box: Box, height: number | undefined): number {
  const width = box.contentWidth
  const gap = px(box.style, 'row-gap', height) ?? 0
  const items = itemsOf(pass, box).map((item) => columnItem(pass, box, item, { width, height }))
  const gaps = gap * Math.max(0, items.length - 1)
  const sum = () => items.reduce((total, { box }) => total + outerHeight(box), gaps)
  if (height !== undefined) stretchColumn(pass, items, height - sum(), { width, height })
  const left = height === undefined ? 0 : height - sum()
  const { first, between } = justified(box.style.values['justify-content'], left, items.length)
  let y = box.contentY + first
  for (const item of items) {
    const own = item.box as Box
    const spare = width - own.width - margins(own)
    const autos =
      item.style.values['margin-left'] === 'auto' && item.style.values['margin-right'] === 'auto'
    y += own.margin.top
    box.put(
      own,
      box.contentX +
        own.margin.left +
        (autos ? Math.max(0, spare / 2) : atCross(alignment(box, item), spare)),
      y,
    )
    if (own.baseline !== undefined) box.baseline = y + own.baseline
    y += own.height + own.margin.bottom + gap + between
  }
  return height === undefined ? sum() : Math.max(height, sum())
}

function columnItem(
  pass: Pass,
  box: Box,
  { element, style }: { element: Element; style: Style },
  room: { width: number; height: number | undefined },
): Item {
  const edges = new Box(element, style, room.width)
  const basis = style.values['flex-basis'] ?? 'auto'
  const forced =
    basis === 'auto' || room.height === undefined ? undefined : px(style, 'flex-basis', room.height)
  const item: Item = {
    element,
    style,
    edges,
    base: 0,
    least: 0,
    size: 0,
    grow: factor(style, 'flex-grow', 0),
    shrink: factor(style, 'flex-shrink', 1),
  }
  const fits = !/^(?:stretch|normal)$/.test(alignment(box, item))
  item.box = pass.lay(pass, element, style, {
    ...room,
    fits,
    ...(forced ? { forcedHeight: forced } : {}),
  })
  return item
}

function stretchColumn(
  pass: Pass,
  items: Item[],
  left: number,
  room: { width: number; height: number },
): void {
  const weight = (item: Item) =>
    left > 0
      ? item.grow
      : item.style.values['overflow-y'] && item.style.values['overflow-y'] !== 'visible'
        ? item.shrink
        : 0
  const total = items.reduce((sum, item) => sum + weight(item), 0)
  if (total === 0 || Math.abs(left) < 0.01) return
  for (const item of items) {
    const own = item.box
    if (!own || weight(item) === 0) continue
    const target = clamped(
      own,
      'height',
      Math.max(own.along, own.height + (left * weight(item)) / total),
      room.height,
    )
    if (pass.mayRepeat)
      item.box = layItem(pass, item, { ...room, forcedWidth: own.width, forcedHeight: target })
    else own.height = target
  }
}
