/**
 * Lays out grids. `element-box.ts` calls it and gets their content height. `dense` and columns that
 * no template declares are ignored. https://drafts.csswg.org/css-grid-2/
 */

import { length, partsOf } from '../../css/lengths.ts'
import type { Style } from '../../css/style.ts'
import { type Axis, type GridCell, type GridItem, placeItems } from './grid-placement.ts'
import { contentWidthsOf } from './intrinsic-sizes.ts'
import { type Box, itemsOf, type LayoutTree, px } from './layout-tree.ts'
import {
  alignedOffset,
  alignmentOf,
  flexedSizes,
  gapOf,
  largest,
  rowHeights,
  spanOf,
  stretched,
  total,
} from './tracks.ts'

interface Track {
  /** Declared width in px. */
  readonly fixed: number | undefined
  readonly least: number
  /** Part of the free space, in fr. */
  readonly share: number
}

interface Template extends Axis {
  readonly tracks: readonly Track[]
}

export function layOutGrid(tree: LayoutTree, grid: Box, height: number | undefined): number {
  const { style, contentWidth: width } = grid
  const [gap, rowGap] = [gapOf(style, 'column', width), gapOf(style, 'row', height)]
  const elements = itemsOf(tree, grid)
  const most = elements.length
  const columns = templateOf(style, 'columns', { size: width, gap, most })
  const rows = templateOf(style, 'rows', { size: height, gap: rowGap, most })
  const items = placeItems(elements, columns, rows)
  const free = width - gap * (columns.count - 1)
  const widths = sizedColumns(columns.tracks, free, (column) =>
    largest(
      items
        .filter((item) => item.column === column && item.columns === 1)
        .map(({ element, style: childStyle }) => contentWidthsOf(tree, element, childStyle).max),
    ),
  )
  const declared = sizedRows(rows.tracks, height && height - rowGap * (rows.count - 1))
  const auto = px(style, 'grid-auto-rows', height)
  const across = ({ column, columns }: GridItem) =>
    spanOf(widths, { from: column, count: columns, gap })
  const cells = items.map((item): GridCell => {
    const space = {
      width: across(item).size,
      height: item.rows === 1 ? (declared[item.row] ?? auto) : undefined,
    }
    return { ...item, box: tree.layOut(item.element, item.style, space) }
  })
  const heights = rowHeights(cells, rows.count, rowGap, (row) => declared[row] ?? auto)
  for (const cell of cells) {
    const { start: x, size: wide } = across(cell)
    const { start: y, size: high } = spanOf(heights, {
      from: cell.row,
      count: cell.rows,
      gap: rowGap,
    })
    const space = { width: wide, height: high }
    const box = stretched(tree, cell.box, { container: grid, size: high, space })
    const spare = Math.max(0, high - box.outerHeight)
    const down = alignedOffset(alignmentOf(style, box.style), spare)
    grid.append(box, grid.contentX + x + box.margin.left, grid.contentY + y + box.margin.top + down)
  }
  return total(heights) + rowGap * Math.max(0, heights.length - 1)
}

interface GridSpace {
  readonly size: number | undefined
  readonly gap: number
  /** Limit of the tracks of `auto-fit`: the number of items. */
  readonly most: number
}

function templateOf(
  style: Style,
  axis: 'columns' | 'rows',
  { size, gap, most }: GridSpace,
): Template {
  const tracks: Track[] = []
  const lines = new Map<string, number>()
  const read = (trackList: string) => {
    for (const part of partsOf(
      trackList.replace(NAMES, (names) => names.trim().replace(/\s+/g, ',')),
    )) {
      const names = /^\[(.*)\]$/.exec(part)?.[1]
      const [, times = '', repeated = ''] = /^repeat\(\s*([^,]+?)\s*,\s*(.*)\)$/.exec(part) ?? []
      if (names !== undefined)
        for (const name of names.split(',')) lines.set(name, lines.get(name) ?? tracks.length)
      else if (times) for (let left = timesOf(times, repeated); left > 0; left--) read(repeated)
      else if (tracks.length < MOST_TRACKS) tracks.push(trackOf(part, style, size))
    }
  }
  const timesOf = (times: string, repeated: string) => {
    const repeatedTracks = partsOf(repeated.replace(NAMES, ' ')).map((track) =>
      trackOf(track, style, size),
    )
    const repetition = total(
      repeatedTracks.map(({ fixed, least }) => Math.max(fixed ?? 0, least) + gap),
    )
    const fitting = Math.floor(((size ?? 0) + gap) / Math.max(1, repetition))
    // Empty tracks of `auto-fit` collapse.
    const count = !/^auto-fi/.test(times)
      ? Number(times)
      : times === 'auto-fit'
        ? Math.min(fitting, most)
        : fitting
    return Math.min(MOST_TRACKS, Math.max(1, count || 1))
  }
  const template = style.get(`grid-template-${axis}`)
  if (template !== 'none') read(template)
  const areas = addAreas(style, axis, lines)
  while (tracks.length < areas) tracks.push(AUTO)
  if (tracks.length === 0) tracks.push(AUTO)
  return { tracks, lines, count: tracks.length }
}

const NAMES = /\[[^\]]*\]/g

/** Adds the lines around named areas. @returns How many tracks they have. */
function addAreas(style: Style, axis: 'columns' | 'rows', lines: Map<string, number>): number {
  const areas = [...style.get('grid-template-areas').matchAll(/["']([^"']*)["']/g)].map(
    ([, row = '']) => row.trim().split(/\s+/),
  )
  for (const [row, names] of areas.entries())
    for (const [column, name] of names.entries()) {
      if (/^\.+$/.test(name)) continue
      const index = axis === 'rows' ? row : column
      lines.set(`${name}-start`, Math.min(index, lines.get(`${name}-start`) ?? index))
      lines.set(`${name}-end`, Math.max(index + 1, lines.get(`${name}-end`) ?? 0))
    }
  return axis === 'rows' ? areas.length : (areas[0]?.length ?? 0)
}

const MOST_TRACKS = 1_000
const AUTO: Track = { fixed: undefined, least: 0, share: 0 }

function trackOf(trackSize: string, style: Style, size: number | undefined): Track {
  const [, least = '', most = ''] = /^minmax\(\s*(.+?)\s*,\s*([^,]+?)\s*\)$/.exec(trackSize) ?? []
  if (most) {
    const track = trackOf(most, style, size)
    const start = length(least, style.units, size) ?? 0
    return {
      ...track,
      least: start,
      ...(track.fixed === undefined && track.share === 0 ? { share: 1 } : {}),
    }
  }
  const share = /^([.\d]+)fr$/.exec(trackSize)?.[1]
  const fixed = length(trackSize, style.units, size)
  return { fixed, least: fixed ?? 0, share: share ? Number(share) : 0 }
}

/** Columns such as `minmax(0, 70rem)` grow to their limits; shares and contents get the rest. */
function sizedColumns(
  tracks: readonly Track[],
  width: number,
  contentOf: (column: number) => number,
): number[] {
  const sizes = flexedSizes(
    tracks.map(({ fixed, share, least }, column) => {
      const isSized = fixed !== undefined || share > 0
      const base = Math.max(least, isSized ? 0 : contentOf(column))
      return { base, most: Math.max(base, fixed ?? 0), grows: fixed === undefined ? 0 : 1 }
    }),
    width,
  )
  const hasShares = tracks.some(({ share }) => share > 0)
  return flexedSizes(
    tracks.map(({ fixed, share, least }, column) =>
      share > 0
        ? { base: 0, least, grows: share }
        : { base: sizes[column] ?? 0, grows: hasShares || fixed !== undefined ? 0 : 1 },
    ),
    width,
  )
}

function sizedRows(tracks: readonly Track[], height: number | undefined): (number | undefined)[] {
  const sizes = flexedSizes(
    tracks.map(({ fixed = 0, share }) => ({ base: fixed, grows: share })),
    height,
  )
  const isShared = ({ share }: Track) => height !== undefined && share > 0
  return tracks.map((track, row) => track.fixed ?? (isShared(track) ? sizes[row] : undefined))
}
