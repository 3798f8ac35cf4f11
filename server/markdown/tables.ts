// Tables as Markdown can have them: bounded, as a few bytes of HTML can ask for a table of millions of cells. In: a table. Out: the
// same, without spans where there would be too many cells, or plain text in lines where there are still too many.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { type Element, rename } from './blocks.ts'

/** How many cells a table may have, with those that its spans stand for. */
const MOST_CELLS = 20_000

/** How many cells one may stand for, in a row or a column. */
const MOST_SPAN = 100

const SPANS = ['colspan', 'rowspan']

/** Makes a table bounded. */
export function tame(table: Element): void {
  const rows = [...elementsIn(table)].filter(({ tagName }) => tagName === 'tr')
  const cellsOf = (row: Element) => row.childNodes.filter(isCell)
  const cells = rows.flatMap(cellsOf)
  const wide = (sizeOf: (cell: Element) => number) =>
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

/** Takes the caption out of a table. */
export function takeCaption(table: Element): Element | undefined {
  const at = table.childNodes.findIndex((node) => node.nodeName === 'caption')
  return at < 0 ? undefined : (table.childNodes.splice(at, 1)[0] as Element)
}

function spanOf(cell: Element, name: string): number {
  const value = Number.parseInt(cell.attrs.find((attr) => attr.name === name)?.value ?? '1', 10)
  return value > MOST_SPAN ? MOST_CELLS : Math.max(1, value || 1)
}

const isCell = (node: Types.ChildNode): node is Element =>
  node.nodeName === 'td' || node.nodeName === 'th'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Those of a table, but not of tables in it. */
function* elementsIn(table: Element): Generator<Element> {
  for (const part of table.childNodes) {
    if (part.nodeName === 'tr') yield part as Element
    if (!/^t(?:head|body|foot)$/.test(part.nodeName)) continue
    for (const row of (part as Element).childNodes) if (row.nodeName === 'tr') yield row as Element
  }
}
