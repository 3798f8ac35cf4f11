// Handlers of tables, for element-handlers.ts. A few bytes of HTML can create millions of cells, so
// a table that is too large loses its spans, or becomes lines of text.

import type { Handle, State } from 'hast-util-to-mdast'
import { type Content, type Element, inOneLine, isBlank, isStructure } from './phrasing.ts'

/** Most cells, spans included. */
const MOST_CELLS = 20_000

/** Most columns that a cell spans. One of more means all columns, and is written as one. */
const MOST_COLUMNS = 100

type Row = Extract<Content, { type: 'tableRow' }>
type Cell = Row['children'][number]

/** The elements that cells are made of. */
const elements = new WeakMap<Cell, Element>()

const newRow = (children: Cell[] = []): Row => ({ type: 'tableRow', children })
const newCell = (children: Content[] = []): Cell => ({
  type: 'tableCell',
  children: children as Cell['children'],
})

export const cell: Handle = (state, element) => {
  const node = newCell(state.all(element))
  elements.set(node, element)
  return node
}

export const table: Handle = (state, element) => {
  const isCaption = (one: Element['children'][number]) => isNamed(one, 'caption')
  const captions = state.all({ ...element, children: element.children.filter(isCaption) })
  const others = element.children.filter((one) => !isCaption(one))
  const rows = state
    .toSpecificContent(state.all({ ...element, children: others }), newRow)
    .map(({ children }) => state.toSpecificContent(children, newCell))
  return [...state.toFlow(inOneLine(captions)), ...tableOf(state, element, rows)]
}

function tableOf(state: State, element: Element, rows: readonly Cell[][]): Content[] {
  const cells = rows.flat()
  if (isLayout(element, cells)) return cells.flatMap(({ children }) => state.toFlow(children))
  for (const cell of cells) cell.children = inOneLine(cell.children)
  if (cells.every(({ children }) => isBlank(children))) return []
  const grid = spanned(rows)
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0)
  if (grid.length * width > MOST_CELLS) return rows.flatMap((row) => state.toFlow(inOneLine(row)))
  for (const row of grid) while (row.length < width) row.push(newCell())
  const [first = []] = grid
  const isHeader =
    element.children.some((one) => isNamed(one, 'thead')) ||
    (first.some(isHeading) && first.every((one) => isHeading(one) || isBlank(one.children)))
  const lines = isHeader ? grid : [first.map(() => newCell()), ...grid]
  const align = first.map((_, at) => grid.map((line) => alignOf(line[at])).find(Boolean) ?? null)
  return [{ type: 'table', align, children: lines.map((line) => newRow(line)) }]
}

/** Without headings, but with blocks that a Markdown cell cannot hold. */
function isLayout(element: Element, cells: readonly Cell[]): boolean {
  if (/^(?:presentation|none)$/.test(String(element.properties.role))) return true
  const hasBlocks = ({ children }: { readonly children: readonly Content[] }) =>
    children.some((node) => isStructure(node) || node.type === 'heading')
  return cells.every((one) => elements.get(one)?.tagName !== 'th') && cells.some(hasBlocks)
}

/** Adds empty cells where spans reach, unless they are too many. */
function spanned(rows: readonly Cell[][]): readonly Cell[][] {
  const grid = rows.map((row) => [...row])
  let count = 0
  for (const [index, row] of grid.entries())
    for (const [column, cell] of row.entries()) {
      const width = spanOf(cell, 'colSpan')
      const below = grid.slice(index + 1, index + spanOf(cell, 'rowSpan'))
      count += width * (below.length + 1)
      if (count > MOST_CELLS) return rows
      const empty = (length: number) => Array.from({ length }, () => newCell())
      if (width > 1) row.splice(column + 1, 0, ...empty(width - 1))
      for (const other of below) other.splice(column, 0, ...empty(width))
    }
  return grid
}

function spanOf(cell: Cell, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(elements.get(cell)?.properties[name])
  return span > 0 && (name === 'rowSpan' || span <= MOST_COLUMNS) ? Math.trunc(span) : 1
}

/** Markdown has no row headings. */
function isHeading(cell: Cell): boolean {
  const element = elements.get(cell)
  return element?.tagName === 'th' && element.properties.scope !== 'row'
}

function alignOf(cell: Cell | undefined): 'left' | 'right' | 'center' | null {
  const { align = '', style = '' } = (cell && elements.get(cell)?.properties) ?? {}
  const named = /^(left|right|center)$|text-align:\s*(left|right|center)/.exec(`${align}${style}`)
  return (named?.[1] ?? named?.[2] ?? null) as 'left' | null
}

const isNamed = (node: Element['children'][number], name: string): node is Element =>
  node.type === 'element' && node.tagName === name
