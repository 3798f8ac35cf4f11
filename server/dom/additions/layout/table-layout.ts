/**
 * Lays out tables: columns by their content, rows as high as their highest cell. `element-box.ts`
 * calls it. Cells that span rows take no space in them. https://drafts.csswg.org/css-tables-3/
 */

import type { Style } from '../../css/style.ts'
import { contentWidthsOf } from './intrinsic-sizes.ts'
import {
  Box,
  declaredSize,
  isElement,
  type LayoutTree,
  NO_EDGES,
  px,
  type StyledElement,
} from './layout-tree.ts'

interface Cell extends StyledElement {
  readonly column: number
  readonly span: number
}
interface Row extends StyledElement {
  readonly cells: readonly Cell[]
}
interface Group {
  readonly element: Element | undefined
  readonly style: Style
  readonly rows: readonly Row[]
}

const elementsIn = (tree: LayoutTree, element: Element, style: Style): StyledElement[] =>
  tree
    .content(element, style)
    .flatMap(({ node, style: own }) => (isElement(node) ? [{ element: node, style: own }] : []))

function rowOf(tree: LayoutTree, { element, style }: StyledElement): Row {
  let column = 0
  const cells = elementsIn(tree, element, style).map((cell) => {
    const span = Math.min(1_000, Math.max(1, Number(cell.element.getAttribute('colspan')) || 1))
    const placed = { ...cell, column, span }
    column += span
    return placed
  })
  return { element, style, cells }
}

function groupsOf(tree: LayoutTree, table: Element, style: Style): Group[] {
  const children = elementsIn(tree, table, style)
  // Cells without a row are one.
  if (children.some((child) => child.style.display === 'table-cell')) {
    return [{ element: undefined, style, rows: [rowOf(tree, { element: table, style })] }]
  }
  const groups = children.flatMap((child): Group[] => {
    const { display } = child.style
    if (display === 'table-row') return [{ element: undefined, style, rows: [rowOf(tree, child)] }]
    if (!display.endsWith('-group') || display === 'table-column-group') return []
    const rows = elementsIn(tree, child.element, child.style).map((row) => rowOf(tree, row))
    return [{ ...child, rows }]
  })
  const rank = ({ style: { display } }: Group) =>
    display === 'table-header-group' ? 0 : display === 'table-footer-group' ? 2 : 1
  return groups.toSorted((one, other) => rank(one) - rank(other))
}

const spacingOf = (style: Style) =>
  style.get('border-collapse') === 'collapse'
    ? 0
    : (px(style, '-webkit-border-horizontal-spacing') ?? 0)

function columnsOf(
  tree: LayoutTree,
  groups: readonly Group[],
  width: number | undefined,
): { min: number; max: number; declared: number | undefined }[] {
  const columns: { min: number; max: number; declared: number | undefined }[] = []
  for (const cell of groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))) {
    const { min, max } = contentWidthsOf(tree, cell.element, cell.style)
    const declared =
      width === undefined
        ? undefined
        : declaredSize(new Box(cell.element, cell.style, width), 'width', width)
    for (let index = cell.column; index < cell.column + cell.span; index++) {
      const column = columns[index] ?? { min: 0, max: 0, declared: undefined }
      column.min = Math.max(column.min, min / cell.span)
      column.max = Math.max(column.max, max / cell.span)
      if (cell.span === 1 && declared !== undefined)
        column.declared = Math.max(column.declared ?? 0, declared)
      columns[index] = column
    }
  }
  return columns
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

export function tableWidth(tree: LayoutTree, box: Box, available: number): number {
  const columns = columnsOf(tree, groupsOf(tree, box.element, box.style), undefined)
  const gaps = spacingOf(box.style) * (columns.length + 1) * Number(columns.length > 0)
  const [min, max] = [
    total(columns.map((column) => column.min)),
    total(columns.map((column) => column.max)),
  ]
  return Math.max(
    min + gaps + box.horizontalEdges,
    Math.min(max + gaps + box.horizontalEdges, available),
  )
}

function widthsIn(
  tree: LayoutTree,
  groups: readonly Group[],
  width: number,
  spacing: number,
  fixed: boolean,
): number[] {
  const columns = columnsOf(tree, groups, width)
  const free = Math.max(0, width - spacing * (columns.length + 1))
  if (fixed) {
    const left = free - total(columns.map(({ declared }) => declared ?? 0))
    const open = columns.filter(({ declared }) => declared === undefined).length
    return columns.map(({ declared }) => declared ?? Math.max(0, left / open))
  }
  const wanted = columns.map(({ min, max, declared }) => Math.max(min, declared ?? max))
  const least = total(columns.map(({ min }) => min))
  const sum = total(wanted)
  if (sum > free) {
    const part = sum > least ? Math.max(0, free - least) / (sum - least) : 0
    return columns.map(({ min }, index) => min + ((wanted[index] ?? 0) - min) * part)
  }
  const open = columns.map(({ declared }, index) =>
    declared === undefined ? (wanted[index] ?? 0) : 0,
  )
  const shares = total(open) > 0 ? open : wanted
  return wanted.map(
    (width, index) => width + ((free - sum) * (shares[index] ?? 0)) / (total(shares) || 1),
  )
}

export function layOutTable(tree: LayoutTree, box: Box): number {
  const { style, element } = box
  const groups = groupsOf(tree, element, style)
  const spacing = spacingOf(style)
  const widths = widthsIn(
    tree,
    groups,
    box.contentWidth,
    spacing,
    style.get('table-layout') === 'fixed',
  )
  let y = box.contentY
  for (const caption of elementsIn(tree, element, style).filter(
    (one) => one.style.display === 'table-caption',
  )) {
    const own = tree.layOut(tree, caption.element, caption.style, {
      width: box.contentWidth,
      height: undefined,
    })
    box.append(own, box.contentX, y)
    y += own.height
  }
  if (widths.length === 0) return y - box.contentY
  for (const group of groups) {
    const inside = new Box(group.element ?? element, group.style, 0)
    const start = y + spacing
    for (const row of group.rows)
      y += spacing + layOutTableRow(tree, box, row, { y: y + spacing, widths, spacing })
    if (group.element)
      appendRowBox(tree, box, group.element, inside.style, {
        y: start,
        height: Math.max(0, y - start),
        spacing,
      })
  }
  return y + spacing - box.contentY
}

function appendRowBox(
  tree: LayoutTree,
  table: Box,
  element: Element,
  style: Style,
  at: { y: number; height: number; spacing: number },
): Box {
  const box = new Box(element, style, 0)
  box.margin = NO_EDGES
  box.padding = NO_EDGES
  box.border = NO_EDGES
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
  const cells = row.cells.map((cell) => {
    const covered = at.widths.slice(cell.column, cell.column + cell.span)
    const width = total(covered) + at.spacing * (covered.length - 1)
    const x = total(at.widths.slice(0, cell.column)) + at.spacing * cell.column
    return {
      x,
      box: tree.layOut(tree, cell.element, cell.style, {
        width,
        height: undefined,
        forcedWidth: width,
      }),
    }
  })
  const declared = px(row.style, 'height') ?? 0
  const height = Math.max(declared, ...cells.map(({ box }) => box.height))
  const line = appendRowBox(tree, table, row.element, row.style, {
    y: at.y,
    height,
    spacing: at.spacing,
  })
  for (const { x, box } of cells) {
    const spare = height - box.height
    box.height = height
    // Cells are centred in their row.
    for (const child of box.children) child.y += spare / 2
    line.append(box, x, 0)
  }
  return height
}
