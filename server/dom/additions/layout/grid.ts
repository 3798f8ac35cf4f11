/**
 * Lays out grids row by row. `element-box.ts` calls it and gets their content height. Items fill
 * the next free cells; named lines and areas are ignored. https://drafts.csswg.org/css-grid-2/
 */

import { length, partsOf } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import { contentWidthsOf } from './intrinsic-sizes.ts'
import { type Box, itemsOf, type LayoutTree, px, type StyledElement } from './layout-tree.ts'
import { alignedOffset, alignmentOf, gapOf, largest, spanOf, stretched, total } from './tracks.ts'

interface GridItem extends StyledElement {
  readonly column: number
  readonly span: number
  readonly row: number
}

interface Track {
  /** Declared width in px. */
  readonly fixed: number | undefined
  readonly least: number
  /** In fr. */
  readonly share: number
}

export function layOutGrid(tree: LayoutTree, box: Box, height: number | undefined): number {
  const { style, contentWidth: width } = box
  const gap = gapOf(style, 'column', width)
  const rowGap = gapOf(style, 'row', height)
  const elements = itemsOf(tree, box)
  const tracks = tracksOf(style.get('grid-template-columns'), style, width, gap, elements.length)
  const items = placeItems(elements, tracks.length)
  const columns = sizedColumns(tracks, width - gap * (tracks.length - 1), (column) =>
    largest(
      items
        .filter((item) => item.column === column && item.span === 1)
        .map(({ element, style: own }) => contentWidthsOf(tree, element, own).max),
    ),
  )
  const rows = style.get('grid-template-rows')
  const declared =
    rows === 'none' ? [] : sizedRows(tracksOf(rows, style, height, rowGap), height, rowGap)
  const count = largest(items.map(({ row }) => row + 1))
  let y = box.contentY
  for (let row = 0; row < count; row++) {
    if (row > 0) y += rowGap
    const inRow = items.filter((item) => item.row === row)
    const high = declared[row] ?? px(style, 'grid-auto-rows', height)
    y += layOutGridRow(tree, box, inRow, { y, declared: high, columns, gap })
  }
  return y - box.contentY
}

function layOutGridRow(
  tree: LayoutTree,
  box: Box,
  row: readonly GridItem[],
  space: { y: number; declared: number | undefined; columns: readonly number[]; gap: number },
): number {
  const cells = row.map(({ element, style, column, span }) => {
    const cell = spanOf(space.columns, { from: column, count: span, gap: space.gap })
    const own = tree.layOut(tree, element, style, { width: cell.size, height: space.declared })
    return { ...cell, own }
  })
  const high = space.declared ?? largest(cells.map(({ own }) => own.outerHeight))
  for (const { start, size, own: first } of cells) {
    const own = stretched(tree, box, first, high, { width: size, height: high })
    const spare = Math.max(0, high - own.outerHeight)
    const down = alignedOffset(alignmentOf(box.style, own.style), spare)
    box.append(own, box.contentX + start + own.margin.left, space.y + own.margin.top + down)
  }
  return high
}

/** @param most Tracks of `auto-fit`: as many as there are items. */
function tracksOf(
  text: string,
  style: Style,
  size: number | undefined,
  gap: number,
  most = MOST_TRACKS,
): Track[] {
  if (text === 'none') return [AUTO]
  const tracks = partsOf(text)
    .filter((part) => !part.startsWith('['))
    .flatMap((part) => {
      const [, times = '', repeated = ''] = /^repeat\(\s*([^,]+?)\s*,\s*(.*)\)$/.exec(part) ?? []
      if (!times) return [trackOf(part, style, size)]
      const each = partsOf(repeated).map((track) => trackOf(track, style, size))
      const repetition = total(each.map(({ fixed, least }) => Math.max(fixed ?? 0, least) + gap))
      const fitting = Math.floor(((size ?? 0) + gap) / Math.max(1, repetition))
      // Empty tracks of `auto-fit` collapse.
      const count = !/^auto-fi/.test(times)
        ? Number(times)
        : times === 'auto-fit'
          ? Math.min(fitting, most)
          : fitting
      return Array.from(
        { length: Math.min(MOST_TRACKS, Math.max(1, count || 1)) },
        () => each,
      ).flat()
    })
  return tracks.length > 0 ? tracks.slice(0, MOST_TRACKS) : [AUTO]
}

const MOST_TRACKS = 1_000
const AUTO: Track = { fixed: undefined, least: 0, share: 0 }

function trackOf(text: string, style: Style, size: number | undefined): Track {
  const [, least = '', most = ''] = /^minmax\(\s*(.+?)\s*,\s*([^,]+?)\s*\)$/.exec(text) ?? []
  if (most) {
    const track = trackOf(most, style, size)
    const start = length(least, style.units, size) ?? 0
    return {
      ...track,
      least: start,
      ...(track.fixed === undefined && track.share === 0 ? { share: 1 } : {}),
    }
  }
  const share = /^([.\d]+)fr$/.exec(text)?.[1]
  return { fixed: length(text, style.units, size), least: 0, share: share ? Number(share) : 0 }
}

/** Free space goes to shares, or else in equal parts to columns without a size. */
function sizedColumns(
  tracks: readonly Track[],
  width: number,
  contentOf: (column: number) => number,
): number[] {
  const shares = total(tracks.map(({ share }) => share))
  const sizes = tracks.map(({ fixed, share, least }, column) =>
    Math.max(least, fixed ?? (share > 0 ? 0 : contentOf(column))),
  )
  const used = total(sizes.filter((_, column) => !tracks[column]?.share))
  const left = Math.max(0, width - used)
  const autos = tracks.filter(({ fixed, share }) => fixed === undefined && share === 0).length
  return sizes.map((size, column) => {
    const { fixed, share, least } = tracks[column] as Track
    if (share > 0) return Math.max(least, (left * share) / Math.max(1, shares))
    return fixed === undefined && shares === 0 ? size + left / autos : size
  })
}

function sizedRows(
  tracks: readonly Track[],
  height: number | undefined,
  gap: number,
): (number | undefined)[] {
  const gaps = gap * (tracks.length - 1)
  const left = (height ?? 0) - gaps - total(tracks.map(({ fixed }) => fixed ?? 0))
  const shares = total(tracks.map(({ share }) => share))
  return tracks.map(({ fixed, share }) => {
    const isShared = height !== undefined && share > 0
    return fixed ?? (isShared ? (Math.max(0, left) * share) / shares : undefined)
  })
}

function placeItems(elements: readonly StyledElement[], columns: number): GridItem[] {
  let [row, column] = [0, 0]
  return elements.map((element) => {
    const [start, end] = [
      element.style.get('grid-column-start'),
      element.style.get('grid-column-end'),
    ]
    const spanned = /span (\d+)/.exec(`${start} ${end}`)?.[1]
    const whole = Number(end) === -1 && Number(start) === 1
    const from = Number(start) > 0 ? Math.min(Number(start) - 1, columns - 1) : undefined
    const wanted = whole
      ? columns
      : spanned
        ? Number(spanned)
        : Number(end) > Number(start)
          ? Number(end) - Number(start)
          : 1
    const span = Math.max(1, Math.min(columns - (from ?? 0), wanted))
    if ((from !== undefined && from < column) || (from ?? column) + span > columns) {
      row++
      column = 0
    }
    column = from ?? column
    const item = { ...element, column, span, row }
    column += span
    if (column >= columns) {
      row++
      column = 0
    }
    return item
  })
}
