/**
 * The steps that flex containers, grids and tables share: spans of tracks, the alignment of items,
 * and items that stretch.
 */

import type { Style } from '../../css/style.ts'
import { type AvailableSpace, type Box, clamped, type LayoutTree, px } from './layout-tree.ts'

export const total = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + size, 0)

export const largest = (sizes: readonly number[]): number => Math.max(0, ...sizes)

export const gapOf = (style: Style, axis: 'column' | 'row', base?: number): number =>
  px(style, `${axis}-gap`, base) ?? 0

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
