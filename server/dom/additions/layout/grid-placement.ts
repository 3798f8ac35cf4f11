/**
 * Places the items of a grid in its cells: by lines, by names of lines and areas, and else in the
 * next free cells of a row. `grid.ts` calls it. https://drafts.csswg.org/css-grid-2/#placement
 */

import type { Style } from '../../css/style.ts'
import type { Box, StyledElement } from './layout-tree.ts'

export interface GridItem extends StyledElement {
  readonly column: number
  readonly columns: number
  readonly row: number
  readonly rows: number
}

export interface GridCell extends GridItem {
  readonly box: Box
}

/** The explicit tracks of an axis, and the lines before and after them by name. */
export interface Axis {
  readonly count: number
  readonly lines: ReadonlyMap<string, number>
}

interface Span {
  /** Undefined for any place. */
  readonly from: number | undefined
  readonly count: number
}

/** The last line: larger numbers name it too. */
const MOST_LINES = 1_000

export function placeItems(
  elements: readonly StyledElement[],
  columns: Axis,
  rows: Axis,
): GridItem[] {
  const cells = new Cells(columns.count)
  const placed = new Map<Element, GridItem>()
  const placements = elements.map((item) => ({
    item,
    across: within(spanIn(item.style, 'column', columns), columns.count),
    down: spanIn(item.style, 'row', rows),
  }))
  const place = (
    { item, across, down }: (typeof placements)[number],
    row: number,
    column: number,
  ) => {
    cells.take(row, column, down.count, across.count)
    const spans = { column, columns: across.count, row, rows: down.count }
    placed.set(item.element, { ...item, ...spans })
  }
  for (const placement of placements) {
    const { across, down } = placement
    if (down.from === undefined) continue
    if (across.from !== undefined) place(placement, down.from, across.from)
    else place(placement, ...cells.find(placement, { row: down.from, column: 0 }))
  }
  let next = { row: 0, column: 0 }
  for (const placement of placements) {
    if (placement.down.from !== undefined) continue
    const { from, count } = placement.across
    if (from !== undefined && from < next.column) next = { row: next.row + 1, column: from }
    const [row, column] = cells.find(placement, { row: next.row, column: from ?? next.column })
    place(placement, row, column)
    next = { row, column: from === undefined ? column + count : from }
  }
  return elements.flatMap(({ element }) => placed.get(element) ?? [])
}

/** The taken cells of a grid or a table. */
export class Cells {
  readonly #columns: number
  readonly #taken = new Set<string>()

  constructor(columns: number) {
    this.#columns = columns
  }

  take(row: number, column: number, rows: number, columns: number): void {
    for (let y = row; y < row + rows; y++)
      for (let x = column; x < column + columns; x++) this.#taken.add(`${y} ${x}`)
  }

  #isFree(row: number, column: number, rows: number, columns: number): boolean {
    for (let y = row; y < row + rows; y++)
      for (let x = column; x < column + columns; x++) if (this.#taken.has(`${y} ${x}`)) return false
    return true
  }

  /** Finds the first free cells from a place on. */
  find(
    { across, down }: { readonly across: Span; readonly down: Span },
    start: { readonly row: number; readonly column: number },
  ): readonly [row: number, column: number] {
    let { row, column } = start
    for (;;) {
      if (column + across.count > this.#columns) {
        row++
        column = across.from ?? 0
      } else if (this.#isFree(row, column, down.count, across.count)) return [row, column]
      else if (across.from === undefined) column++
      else row++
    }
  }
}

function within({ from, count }: Span, tracks: number): Span {
  const start = from === undefined ? undefined : Math.max(0, Math.min(from, tracks - 1))
  return { from: start, count: Math.max(1, Math.min(count, tracks - (start ?? 0))) }
}

function spanIn(style: Style, axis: 'column' | 'row', explicit: Axis): Span {
  const [first, last] = [style.get(`grid-${axis}-start`), style.get(`grid-${axis}-end`)]
  const [start, end] = [lineOf(first, 'start', explicit), lineOf(last, 'end', explicit)]
  const count = Math.min(MOST_LINES, Number(/span (\d+)/.exec(`${first} ${last}`)?.[1] ?? 1))
  if (start !== undefined && end !== undefined && start !== end)
    return { from: Math.min(start, end), count: Math.abs(end - start) }
  if (start !== undefined) return { from: start, count }
  return { from: end === undefined ? undefined : Math.max(0, end - count), count }
}

/** The line that a value names, counted from 0. */
function lineOf(value: string, side: 'start' | 'end', { count, lines }: Axis): number | undefined {
  const index = Math.min(MOST_LINES, Number(value))
  if (index > 0) return index - 1
  if (index < 0) return Math.max(0, count + 1 + index)
  return lines.get(`${value}-${side}`) ?? lines.get(value)
}
