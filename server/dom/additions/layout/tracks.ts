/**
 * The steps that flex containers, grids and tables share: spans of tracks, the alignment of items,
 * and items that stretch.
 */

import type { Style } from '../../css/style.ts'
import type { GridCell } from './grid-placement.ts'
import { type AvailableSpace, type Box, clamped, type LayoutTree, px } from './layout-tree.ts'

export const total = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + size, 0)

export const largest = (sizes: readonly number[]): number => Math.max(0, ...sizes)

export const gapOf = (style: Style, axis: 'column' | 'row', base?: number): number =>
  px(style, `${axis}-gap`, base) ?? 0

/** A track or an item that takes a part of the space of its line. */
export interface Flexible {
  readonly base: number
  readonly least?: number
  readonly most?: number | undefined
  /** Its part of free space, and of missing space. */
  readonly grows: number
  readonly shrinks?: number
}

/**
 * https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths
 * @param space Undefined: there is as much as they need.
 */
export function flexedSizes(items: readonly Flexible[], space: number | undefined): number[] {
  const within = ({ least = 0, most = Number.POSITIVE_INFINITY }: Flexible, size: number) =>
    Math.max(least, Math.min(size, most))
  const sizes = items.map((item) => within(item, item.base))
  if (space === undefined) return sizes
  const grows = total(sizes) < space
  const open = new Map(items.entries())
  while (open.size > 0) {
    const free =
      space - total(items.map(({ base }, at) => (open.has(at) ? base : (sizes[at] ?? 0))))
    const partOf = (item: Flexible) => (grows ? item.grows : (item.shrinks ?? 0))
    const parts = Math.max(total([...open.values()].map(partOf)), grows ? 1 : 0)
    const frozen = [...open].filter(([at, item]) => {
      const ideal = item.base + (parts > 0 ? (free * partOf(item)) / parts : 0)
      const size = within(item, ideal)
      sizes[at] = size
      return Math.abs(size - ideal) > 0.01
    })
    if (frozen.length === 0) break
    for (const [at] of frozen) open.delete(at)
  }
  return sizes
}

/** The place and size of some tracks with gaps between them. */
export function spanOf(
  sizes: readonly number[],
  { from, count, gap }: { from: number; count: number; gap: number },
): { start: number; size: number } {
  const covered = sizes.slice(from, from + count)
  return {
    start: total(sizes.slice(0, from)) + gap * from,
    size: total(covered) + gap * (covered.length - 1),
  }
}

/** @param least Rows. @param declaredOf The height of a row; undefined: that of its content. */
export function rowHeights(
  cells: readonly GridCell[],
  least: number,
  gap: number,
  declaredOf: (row: number) => number | undefined = () => undefined,
): number[] {
  const count = Math.max(least, ...cells.map(({ row, rows }) => row + rows))
  const heights = Array.from({ length: count }, (_, row) => declaredOf(row) ?? 0)
  const grow = (row: number, height: number) => {
    if (declaredOf(row) === undefined) heights[row] = Math.max(heights[row] ?? 0, height)
  }
  for (const { row, rows, own } of cells) if (rows === 1) grow(row, own.outerHeight)
  for (const { row, rows, own } of cells) {
    if (rows === 1) continue
    const { size } = spanOf(heights, { from: row, count: rows, gap })
    const open = Array.from({ length: rows }, (_, at) => row + at).filter(
      (at) => declaredOf(at) === undefined,
    )
    const missing = Math.max(0, own.outerHeight - size) / open.length
    for (const at of open) grow(at, (heights[at] ?? 0) + missing)
  }
  return heights
}

/** Of an item across its row, or its column. */
export function alignmentOf(container: Style, item: Style): string {
  const own = item.get('align-self')
  return own === 'auto' ? container.get('align-items') : own
}

export const isStretched = (alignment: string): boolean => /^(?:stretch|normal)$/.test(alignment)

export const alignedOffset = (alignment: string, spare: number): number =>
  alignment === 'center' ? spare / 2 : /^(?:flex-)?end$/.test(alignment) ? spare : 0

/** Lays the content out again, as long as the page is small enough. */
export function withHeight(tree: LayoutTree, box: Box, height: number, space: AvailableSpace): Box {
  if (Math.abs(box.height - height) < 0.01) return box
  if (tree.mayLayOutAgain)
    return tree.layOut(tree, box.element, box.style, { ...space, forcedHeight: height })
  box.height = height
  return box
}

/** An item that is as high as its row, unless it has a height or an alignment of its own. */
export function stretched(
  tree: LayoutTree,
  container: Box,
  item: Box,
  high: number,
  space: AvailableSpace,
): Box {
  const { style } = item
  const isOpen = px(style, 'height', space.height) === undefined
  if (!isOpen || !isStretched(alignmentOf(container.style, style))) return item
  return withHeight(
    tree,
    item,
    clamped(item, 'height', high - item.verticalMargins, space.height),
    space,
  )
}
