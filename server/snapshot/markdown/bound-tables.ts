// Bounds tables for clean-tree.ts: a few bytes of HTML can create millions of cells. A table that
// is too large loses its spans, or becomes lines of text.

import { attributeOf, type HtmlElement, type HtmlNode } from '../../html/html-tree.ts'
import { HEADINGS } from '../../html/rendering.ts'
import { rename, STRUCTURES } from './markdown-nesting.ts'

/** Most cells, spans included. */
const MOST_CELLS = 20_000

const MOST_SPAN = 100

const SPANS = ['colspan', 'rowspan']

export function boundTable(table: HtmlElement): void {
  const rows = [...elementsIn(table)].filter(({ tagName }) => tagName === 'tr')
  const cellsOf = (row: HtmlElement) => row.childNodes.filter(isCell)
  if (isLayout(table, rows.flatMap(cellsOf))) {
    for (const one of [table, ...elementsIn(table), ...rows.flatMap(cellsOf)]) rename(one, 'div')
    return
  }
  markHeader(rows, cellsOf)
  const cells = rows.flatMap(cellsOf)
  const wide = (sizeOf: (cell: HtmlElement) => number) =>
    rows.length * rows.reduce((most, row) => Math.max(most, sum(cellsOf(row).map(sizeOf))), 1)
  const spans = sum(cells.map((cell) => spanOf(cell, 'colspan') * spanOf(cell, 'rowspan')))
  const isSpanned = cells.some((cell) => cell.attrs.some(({ name }) => SPANS.includes(name)))
  if (isSpanned && spans + wide((cell) => spanOf(cell, 'colspan')) > MOST_CELLS)
    for (const cell of cells) cell.attrs = cell.attrs.filter(({ name }) => !SPANS.includes(name))
  if (wide(() => 1) <= MOST_CELLS) return
  for (const cell of cells) rename(cell, 'span')
  for (const row of rows) rename(row, 'p')
  rename(table, 'div')
}

const LAYOUT = new Set([...STRUCTURES, ...HEADINGS, 'form', 'article', 'section', 'nav'])

/** Without headings, but with blocks that a Markdown cell cannot hold. */
function isLayout(table: HtmlElement, cells: readonly HtmlElement[]): boolean {
  const role = attributeOf(table, 'role')
  if (role === 'presentation' || role === 'none') return true
  if (cells.some(({ tagName }) => tagName === 'th')) return false
  const hasBlocks = (cell: HtmlElement): boolean =>
    cell.childNodes.some(
      (node) =>
        LAYOUT.has(node.nodeName) || (node.nodeName === 'div' && hasBlocks(node as HtmlElement)),
    )
  return cells.some(hasBlocks)
}

/** Markdown has no row headings. */
function markHeader(
  rows: readonly HtmlElement[],
  cellsOf: (row: HtmlElement) => readonly HtmlElement[],
): void {
  const isHeading = (cell: HtmlElement) =>
    cell.tagName === 'th' && attributeOf(cell, 'scope') !== 'row'
  const [first, ...others] = rows
  const cells = first ? cellsOf(first) : []
  const isHeader = cells.some(isHeading) && cells.every((cell) => isHeading(cell) || isEmpty(cell))
  for (const row of isHeader ? others : rows)
    for (const cell of cellsOf(row)) if (cell.tagName === 'th') rename(cell, 'td')
}

const isEmpty = (cell: HtmlElement): boolean =>
  cell.childNodes.every((node) => 'value' in node && node.value.trim() === '')

export function takeCaption(table: HtmlElement): HtmlElement | undefined {
  const at = table.childNodes.findIndex((node) => node.nodeName === 'caption')
  return at < 0 ? undefined : (table.childNodes.splice(at, 1)[0] as HtmlElement)
}

function spanOf(cell: HtmlElement, name: string): number {
  const value = Number.parseInt(attributeOf(cell, name) ?? '1', 10)
  return value > MOST_SPAN ? MOST_CELLS : Math.max(1, value || 1)
}

const isCell = (node: HtmlNode): node is HtmlElement =>
  node.nodeName === 'td' || node.nodeName === 'th'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function* elementsIn(table: HtmlElement): Generator<HtmlElement> {
  for (const part of table.childNodes) {
    if (part.nodeName === 'tr') yield part as HtmlElement
    if (!/^t(?:head|body|foot)$/.test(part.nodeName)) continue
    for (const row of (part as HtmlElement).childNodes)
      if (row.nodeName === 'tr') yield row as HtmlElement
  }
}
