/**
 * Lays out tables: columns by their content, rows as high as their highest cell. `element-box.ts`
 * calls it. Cells that span rows take no space in them. https://drafts.csswg.org/css-tables-3/
 */

import type { Style } from '../../css/style.ts'
import { contentWidthsOf } from './intrinsic-sizes.ts'
import {
  Box,
  declaredSize,
  itemsOf,
  type LayoutTree,
  NO_EDGES,
  px,
  type StyledElement,
} from './layout-tree.ts'
import { flexedSizes, largest, spanOf, total } from './tracks.ts'

interface Cell extends StyledElement {
  readonly column: number
  readonly span: number
}

interface Row extends StyledElement {
  readonly cells: readonly Cell[]
}

interface Group {
  /** Undefined: the rows stand in the table itself. */
  readonly own: StyledElement | undefined
  readonly rows: readonly Row[]
}

interface Column {
  readonly min: number
  readonly max: number
  readonly declared: number | undefined
}

function rowOf(tree: LayoutTree, table: Box, row: StyledElement): Row {
  let column = 0
  const cells = itemsOf(tree, table, row).map((cell) => {
    const span = Math.min(1_000, Math.max(1, Number(cell.element.getAttribute('colspan')) || 1))
    const placed = { ...cell, column, span }
    column += span
    return placed
  })
  return { ...row, cells }
}

function groupsOf(tree: LayoutTree, table: Box): Group[] {
  const children = itemsOf(tree, table)
  // Cells without a row are one.
  if (children.some((child) => child.style.display === 'table-cell'))
    return [{ own: undefined, rows: [rowOf(tree, table, table)] }]
  const groups = children.flatMap((own): Group[] => {
    const { display } = own.style
    if (display === 'table-row') return [{ own: undefined, rows: [rowOf(tree, table, own)] }]
    if (!display.endsWith('-group') || display === 'table-column-group') return []
    return [{ own, rows: itemsOf(tree, table, own).map((row) => rowOf(tree, table, row)) }]
  })
  return groups.toSorted((one, other) => rank(one) - rank(other))
}

const RANKS: Readonly<Record<string, number>> = { 'table-header-group': 0, 'table-footer-group': 2 }
const rank = ({ own }: Group): number => RANKS[own?.style.display ?? ''] ?? 1

const spacingOf = (style: Style) =>
  style.get('border-collapse') === 'collapse'
    ? 0
    : (px(style, '-webkit-border-horizontal-spacing') ?? 0)

/** @param width Of the table; undefined: it depends on the columns. */
function columnsOf(
  tree: LayoutTree,
  groups: readonly Group[],
  width: number | undefined,
): Column[] {
  const columns: Column[] = []
  for (const cell of groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))) {
    const { min, max } = contentWidthsOf(tree, cell.element, cell.style)
    const own =
      width === undefined || cell.span > 1
        ? undefined
        : declaredSize(new Box(cell.element, cell.style, width), 'width', width)
    for (let index = cell.column; index < cell.column + cell.span; index++) {
      const known = columns[index]
      const declared = known?.declared
      columns[index] = {
        min: Math.max(known?.min ?? 0, min / cell.span),
        max: Math.max(known?.max ?? 0, max / cell.span),
        declared: own === undefined ? declared : Math.max(declared ?? 0, own),
      }
    }
  }
  return columns
}

export function tableWidth(tree: LayoutTree, box: Box, available: number): number {
  const columns = columnsOf(tree, groupsOf(tree, box), undefined)
  const gaps = columns.length > 0 ? spacingOf(box.style) * (columns.length + 1) : 0
  const edges = gaps + box.horizontalEdges
  const [min, max] = [total(columns.map(({ min }) => min)), total(columns.map(({ max }) => max))]
  return Math.max(min + edges, Math.min(max + edges, available))
}

/** Columns of a declared width take free space only if there are no others. */
function widthsIn(columns: readonly Column[], free: number, isFixed: boolean): number[] {
  const hasOpen = columns.some(({ max, declared }) => declared === undefined && max > 0)
  const flexible = columns.map(({ min, max, declared }) => {
    const isOpen = declared === undefined
    if (isFixed) return { base: declared ?? 0, grows: isOpen ? 1 : 0 }
    const base = Math.max(min, declared ?? max)
    return { base, least: min, grows: isOpen || !hasOpen ? base : 0, shrinks: base - min }
  })
  return flexedSizes(flexible, free)
}

export function layOutTable(tree: LayoutTree, box: Box): number {
  const { style, contentWidth: width } = box
  const groups = groupsOf(tree, box)
  const spacing = spacingOf(style)
  const columns = columnsOf(tree, groups, width)
  const free = Math.max(0, width - spacing * (columns.length + 1))
  const widths = widthsIn(columns, free, style.get('table-layout') === 'fixed')
  let y = box.contentY
  for (const child of itemsOf(tree, box)) {
    if (child.style.display !== 'table-caption') continue
    const caption = tree.layOut(tree, child.element, child.style, { width, height: undefined })
    box.append(caption, box.contentX, y)
    y += caption.height
  }
  if (widths.length === 0) return y - box.contentY
  for (const { own, rows } of groups) {
    const start = y + spacing
    for (const row of rows)
      y += spacing + layOutTableRow(tree, box, row, { y: y + spacing, widths, spacing })
    const height = Math.max(0, y - start)
    if (own) appendRowBox(tree, box, own, { y: start, height, spacing })
  }
  return y + spacing - box.contentY
}

function appendRowBox(
  tree: LayoutTree,
  table: Box,
  { element, style }: StyledElement,
  at: { y: number; height: number; spacing: number },
): Box {
  const box = new Box(element, style, 0, NO_EDGES)
  box.width = table.contentWidth - 2 * at.spacing
  box.height = at.height
  table.append(box, table.contentX + at.spacing, at.y)
  tree.boxes.set(element, box)
  return box
}

function layOutTableRow(
  tree: LayoutTree,
  table: Box,
  row: Row,
  at: { y: number; widths: readonly number[]; spacing: number },
): number {
  const cells = row.cells.map(({ element, style, column, span }) => {
    const { start, size } = spanOf(at.widths, { from: column, count: span, gap: at.spacing })
    const space = { width: size, height: undefined, forcedWidth: size }
    return { start, box: tree.layOut(tree, element, style, space) }
  })
  const declared = px(row.style, 'height') ?? 0
  const height = Math.max(declared, largest(cells.map(({ box }) => box.height)))
  const line = appendRowBox(tree, table, row, { y: at.y, height, spacing: at.spacing })
  for (const { start, box } of cells) {
    const spare = height - box.height
    box.height = height
    // Cells are centred in their row.
    for (const child of box.children) child.y += spare / 2
    line.append(box, start, 0)
  }
  return height
}
