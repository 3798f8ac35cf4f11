// Bounds tables for clean-tree.ts: a few bytes of HTML can create millions of cells. A table that
// is too large loses its spans, or becomes lines of text.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { type MarkdownElement, rename } from './block-texts.ts'

/** Most cells, spans included. */
const MOST_CELLS = 20_000

const MOST_SPAN = 100

const SPANS = ['colspan', 'rowspan']

export function boundTable(table: MarkdownElement): void {
  const rows = [...elementsIn(table)].filter(({ tagName }) => tagName === 'tr')
  const cellsOf = (row: MarkdownElement) => row.childNodes.filter(isCell)
  if (isLayout(table, rows.flatMap(cellsOf))) {
    for (const one of [table, ...elementsIn(table), ...rows.flatMap(cellsOf)]) rename(one, 'div')
    return
  }
  markHeader(rows, cellsOf)
  const cells = rows.flatMap(cellsOf)
  const wide = (sizeOf: (cell: MarkdownElement) => number) =>
    rows.length * rows.reduce((most, row) => Math.max(most, sum(cellsOf(row).map(sizeOf))), 1)
  const spans = sum(cells.map((cell) => spanOf(cell, 'colspan') * spanOf(cell, 'rowspan')))
  const isSpanned = cells.some((cell) => cell.attrs.some(({ name }) => SPANS.includes(name)))
  if (isSpanned && spans + wide((cell) => spanOf(cell, 'colspan')) > MOST_CELLS) {
    for (const cell of cells) cell.attrs = cell.attrs.filter(({ name }) => !SPANS.includes(name))
  }
  if (wide(() => 1) <= MOST_CELLS) return
  for (const cell of cells) rename(cell, 'span')
  for (const row of rows) rename(row, 'p')
  rename(table, 'div')
}

const LAYOUT = /^(?:h[1-6]|[uod]l|menu|pre|table|blockquote|form|article|section|nav|hr)$/

/** Without headings, but with blocks that a Markdown cell cannot hold. */
function isLayout(table: MarkdownElement, cells: readonly MarkdownElement[]): boolean {
  const role = table.attrs.find(({ name }) => name === 'role')?.value
  if (role === 'presentation' || role === 'none') return true
  if (cells.some(({ tagName }) => tagName === 'th')) return false
  const hasBlocks = (cell: MarkdownElement): boolean =>
    cell.childNodes.some(
      (node) =>
        LAYOUT.test(node.nodeName) ||
        (node.nodeName === 'div' && hasBlocks(node as MarkdownElement)),
    )
  return cells.some(hasBlocks)
}

/** Markdown has no row headings. */
function markHeader(
  rows: readonly MarkdownElement[],
  cellsOf: (row: MarkdownElement) => readonly MarkdownElement[],
): void {
  const isHeading = (cell: MarkdownElement) =>
    cell.tagName === 'th' &&
    !cell.attrs.some(({ name, value }) => name === 'scope' && value === 'row')
  const [first, ...others] = rows
  const cells = first ? cellsOf(first) : []
  const isHeader = cells.some(isHeading) && cells.every((cell) => isHeading(cell) || isEmpty(cell))
  for (const row of isHeader ? others : rows)
    for (const cell of cellsOf(row)) if (cell.tagName === 'th') rename(cell, 'td')
}

const isEmpty = (cell: MarkdownElement): boolean =>
  cell.childNodes.every((node) => 'value' in node && node.value.trim() === '')

export function takeCaption(table: MarkdownElement): MarkdownElement | undefined {
  const at = table.childNodes.findIndex((node) => node.nodeName === 'caption')
  return at < 0 ? undefined : (table.childNodes.splice(at, 1)[0] as MarkdownElement)
}

function spanOf(cell: MarkdownElement, name: string): number {
  const value = Number.parseInt(cell.attrs.find((attr) => attr.name === name)?.value ?? '1', 10)
  return value > MOST_SPAN ? MOST_CELLS : Math.max(1, value || 1)
}

const isCell = (node: Types.ChildNode): node is MarkdownElement =>
  node.nodeName === 'td' || node.nodeName === 'th'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function* elementsIn(table: MarkdownElement): Generator<MarkdownElement> {
  for (const part of table.childNodes) {
    if (part.nodeName === 'tr') yield part as MarkdownElement
    if (!/^t(?:head|body|foot)$/.test(part.nodeName)) continue
    for (const row of (part as MarkdownElement).childNodes)
      if (row.nodeName === 'tr') yield row as MarkdownElement
  }
}
