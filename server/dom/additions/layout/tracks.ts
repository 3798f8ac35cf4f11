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
  /** Part of the free space. */
  readonly grows: number
  /** Part of the missing space. */
  readonly shrinks?: number
}

/**
 * https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths
 * @param space Undefined for as much as the items need.
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
      space - total(items.map(({ base }, index) => (open.has(index) ? base : (sizes[index] ?? 0))))
    const factorOf = (item: Flexible) => (grows ? item.grows : (item.shrinks ?? 0))
    const factors = Math.max(total([...open.values()].map(factorOf)), grows ? 1 : 0)
    const frozen = [...open].filter(([index, item]) => {
      const ideal = item.base + (factors > 0 ? (free * factorOf(item)) / factors : 0)
      const size = within(item, ideal)
      sizes[index] = size
      return Math.abs(size - ideal) > 0.01
    })
    if (frozen.length === 0) break
    for (const [index] of frozen) open.delete(index)
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

/** @param least The least number of rows. @param declaredOf The declared height of a row. */
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
  for (const { row, rows, box } of cells) if (rows === 1) grow(row, box.outerHeight)
  for (const { row, rows, box } of cells) {
    if (rows === 1) continue
    const { size } = spanOf(heights, { from: row, count: rows, gap })
    const open = Array.from({ length: rows }, (_, index) => row + index).filter(
      (index) => declaredOf(index) === undefined,
    )
    const missing = Math.max(0, box.outerHeight - size) / open.length
    for (const index of open) grow(index, (heights[index] ?? 0) + missing)
  }
  return heights
}

/** The alignment of an item across its row, or its column. */
export function alignmentOf(container: Style, item: Style): string {
  const alignSelf = item.get('align-self')
  return alignSelf === 'auto' ? container.get('align-items') : alignSelf
}

export const isStretched = (alignment: string): boolean => /^(?:stretch|normal)$/.test(alignment)

export const alignedOffset = (alignment: string, spare: number): number =>
  alignment === 'center' ? spare / 2 : /^(?:flex-)?end$/.test(alignment) ? spare : 0

export const isAuto = (style: Style, name: string): boolean => style.get(name) === 'auto'

/** The spare space that the first of two `auto` margins gets; undefined: neither is `auto`. */
export function autoOffset(
  { style }: Box,
  [before, after]: readonly [string, string],
  spare: number,
): number | undefined {
  const [isBefore, isAfter] = [isAuto(style, `margin-${before}`), isAuto(style, `margin-${after}`)]
  if (!isBefore && !isAfter) return undefined
  return isBefore ? Math.max(0, spare) / (isAfter ? 2 : 1) : 0
}

/** Lays the content out again, as long as the page is small enough. */
export function withHeight(tree: LayoutTree, box: Box, height: number, space: AvailableSpace): Box {
  if (Math.abs(box.height - height) < 0.01) return box
  if (tree.mayLayOutAgain)
    return tree.layOut(box.element, box.style, { ...space, forcedHeight: height })
  box.height = height
  return box
}

interface ItemRow {
  readonly container: Box
  readonly size: number
  readonly space: AvailableSpace
}

/** Makes an item as high as its row, unless it declares a height or another alignment. */
export function stretched(tree: LayoutTree, item: Box, row: ItemRow): Box {
  const { container, size, space } = row
  const { style } = item
  const isOpen = px(style, 'height', space.height) === undefined
  if (!isOpen || !isStretched(alignmentOf(container.style, style))) return item
  const height = clamped(item, 'height', size - item.verticalMargins, space.height)
  return withHeight(tree, item, height, space)
}
