/**
 * Lays out grids row by row. `element-box.ts` calls it and gets their content height. Items fill
 * the next free cells; named lines and areas are ignored. https://drafts.csswg.org/css-grid-2/
 */

import { length, partsOf } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import { contentWidthsOf } from './intrinsic-sizes.ts'
import {
  type Box,
  clamped,
  itemsOf,
  type LayoutTree,
  px,
  type StyledElement,
} from './layout-tree.ts'

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
  const columnGap = px(style, 'column-gap', width) ?? 0
  const rowGap = px(style, 'row-gap', height) ?? 0
  const elements = itemsOf(tree, box)
  const template = style.get('grid-template-columns')
  const tracks = tracksOf(template, style, width, columnGap, elements.length)
  const items = placeItems(elements, tracks.length)
  const columns = sizedColumns(tracks, width - columnGap * (tracks.length - 1), (column) =>
    Math.max(
      0,
      ...items
        .filter((item) => item.column === column && item.span === 1)
        .map(({ element, style: own }) => contentWidthsOf(tree, element, own).max),
    ),
  )
  const starts = columns.map((_, index) =>
    columns.slice(0, index).reduce((sum, size) => sum + size + columnGap, 0),
  )
  const rows = tracksOf(style.get('grid-template-rows'), style, height, rowGap)
  const count = Math.max(0, ...items.map(({ row }) => row + 1))
  const declared = style.get('grid-template-rows') !== 'none' ? sizedRows(rows, height, rowGap) : []
  let y = box.contentY
  for (let row = 0; row < count; row++) {
    if (row > 0) y += rowGap
    const inRow = items.filter((item) => item.row === row)
    y += layOutGridRow(tree, box, inRow, {
      y,
      declared: declared[row] ?? px(style, 'grid-auto-rows', height),
      columns,
      starts,
      columnGap,
    })
  }
  return y - box.contentY
}

interface RowSpace {
  readonly y: number
  readonly declared: number | undefined
  readonly columns: readonly number[]
  readonly starts: readonly number[]
  readonly columnGap: number
}

function layOutGridRow(
  tree: LayoutTree,
  box: Box,
  row: readonly GridItem[],
  space: RowSpace,
): number {
  const cells = row.map((item) => {
    const covered = space.columns.slice(item.column, item.column + item.span)
    const cell = covered.reduce((sum, size) => sum + size, space.columnGap * (covered.length - 1))
    const own = tree.layOut(tree, item.element, item.style, { width: cell, height: space.declared })
    return { item, cell, own }
  })
  const tallest = Math.max(
    0,
    ...cells.map(({ own }) => own.margin.top + own.height + own.margin.bottom),
  )
  const high = space.declared ?? tallest
  for (const { item, cell, own: first } of cells) {
    let own = first
    const self = item.style.get('align-self')
    const align = self === 'auto' ? box.style.get('align-items') : self
    const target = clamped(own, 'height', high - own.margin.top - own.margin.bottom, high)
    const stretches =
      /^(?:stretch|normal)$/.test(align) && px(item.style, 'height', high) === undefined
    if (stretches && Math.abs(target - own.height) > 0.01) {
      if (tree.mayLayOutAgain)
        own = tree.layOut(tree, item.element, item.style, {
          width: cell,
          height: high,
          forcedHeight: target,
        })
      else own.height = target
    }
    const spare = Math.max(0, high - own.margin.top - own.height - own.margin.bottom)
    const down =
      align === 'center' ? spare / 2 : align === 'end' || align === 'flex-end' ? spare : 0
    const start = space.starts[item.column] ?? 0
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
      const repetition = each.reduce(
        (sum, { fixed, least }) => sum + Math.max(fixed ?? 0, least) + gap,
        0,
      )
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
  const shares = tracks.reduce((sum, { share }) => sum + share, 0)
  const sizes = tracks.map(({ fixed, share, least }, column) =>
    Math.max(least, fixed ?? (share > 0 ? 0 : contentOf(column))),
  )
  const used = sizes.reduce((sum, size, column) => sum + (tracks[column]?.share ? 0 : size), 0)
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
  const left =
    height === undefined
      ? undefined
      : height -
        gap * (tracks.length - 1) -
        tracks.reduce((sum, { fixed }) => sum + (fixed ?? 0), 0)
  const shares = tracks.reduce((sum, { share }) => sum + share, 0)
  return tracks.map(
    ({ fixed, share }) =>
      fixed ?? (left !== undefined && share > 0 ? (Math.max(0, left) * share) / shares : undefined),
  )
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
