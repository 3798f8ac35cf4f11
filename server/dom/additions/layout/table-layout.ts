/**
 * Lays out tables: columns by their content, rows as high as their highest cell. `element-box.ts`
 * calls it. https://drafts.csswg.org/css-tables-3/
 */

import type { Style } from '../../css/style.ts'
import { Cells, type GridItem } from './grid-placement.ts'
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
import { flexedSizes, rowHeights, spanOf, total } from './tracks.ts'

interface Group {
  /** Undefined for rows in the table itself. */
  readonly rowGroup: StyledElement | undefined
  readonly rows: readonly StyledElement[]
}

interface Column {
  readonly min: number
  readonly max: number
  readonly declared: number | undefined
}

/** Finds the groups of rows, in the order in which they are shown. */
function groupsOf(tree: LayoutTree, table: Box): Group[] {
  const children = itemsOf(tree, table)
  // Cells without a row are one.
  if (children.some(({ style }) => style.display === 'table-cell'))
    return [{ rowGroup: undefined, rows: [table] }]
  const groups = children.flatMap((child): Group[] => {
    const { display } = child.style
    if (display === 'table-row') return [{ rowGroup: undefined, rows: [child] }]
    if (!display.endsWith('-group') || display === 'table-column-group') return []
    return [{ rowGroup: child, rows: itemsOf(tree, table, child) }]
  })
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

const RANKS: Readonly<Record<string, number>> = { 'table-header-group': 0, 'table-footer-group': 2 }
const rank = ({ rowGroup }: Group): number => RANKS[rowGroup?.style.display ?? ''] ?? 1

const spacingOf = (style: Style) =>
  style.get('border-collapse') === 'collapse'
    ? 0
    : (px(style, '-webkit-border-horizontal-spacing') ?? 0)

const MOST_SPAN = 1_000

function cellsOf(tree: LayoutTree, table: Box, rows: readonly StyledElement[]): GridItem[] {
  const cells = new Cells(Number.POSITIVE_INFINITY)
  const spanOf = ({ element }: StyledElement, name: string, most: number) =>
    Math.min(most, Math.max(1, Number.parseInt(element.getAttribute(name) ?? '', 10) || 1))
  return rows.flatMap((row, rowIndex) => {
    let next = 0
    return itemsOf(tree, table, row).map((item) => {
      const across = { from: undefined, count: spanOf(item, 'colspan', MOST_SPAN) }
      const down = { from: rowIndex, count: spanOf(item, 'rowspan', rows.length - rowIndex) }
      const [, column] = cells.find({ across, down }, { row: rowIndex, column: next })
      cells.take(rowIndex, column, down.count, across.count)
      next = column + across.count
      return { ...item, column, columns: across.count, row: rowIndex, rows: down.count }
    })
  })
}

/** @param width The width of the table; undefined where the columns decide. */
function columnsOf(
  tree: LayoutTree,
  cells: readonly GridItem[],
  width: number | undefined,
): Column[] {
  const columns: Column[] = []
  for (const cell of cells) {
    const { min, max } = contentWidthsOf(tree, cell.element, cell.style)
    const declaredWidth =
      width === undefined || cell.columns > 1
        ? undefined
        : declaredSize(new Box(cell.element, cell.style, width), 'width', width)
    for (let index = cell.column; index < cell.column + cell.columns; index++) {
      const column = columns[index]
      const declared = column?.declared
      columns[index] = {
        min: Math.max(column?.min ?? 0, min / cell.columns),
        max: Math.max(column?.max ?? 0, max / cell.columns),
        declared: declaredWidth === undefined ? declared : Math.max(declared ?? 0, declaredWidth),
      }
    }
  }
  return columns
}

const rowsOf = (groups: readonly Group[]) => groups.flatMap(({ rows }) => rows)

export function tableWidth(tree: LayoutTree, box: Box, available: number): number {
  const columns = columnsOf(tree, cellsOf(tree, box, rowsOf(groupsOf(tree, box))), undefined)
  const gaps = columns.length > 0 ? spacingOf(box.style) * (columns.length + 1) : 0
  const edges = gaps + box.horizontalEdges
  const [min, max] = [total(columns.map(({ min }) => min)), total(columns.map(({ max }) => max))]
  return Math.max(min + edges, Math.min(max + edges, available))
}

/** Columns of a declared width take free space only if there are no others. */
function widthsIn(columns: readonly Column[], free: number, tableLayout: string): number[] {
  const hasOpen = columns.some(({ max, declared }) => declared === undefined && max > 0)
  const flexible = columns.map(({ min, max, declared }) => {
    const isOpen = declared === undefined
    if (tableLayout === 'fixed') return { base: declared ?? 0, grows: isOpen ? 1 : 0 }
    const base = Math.max(min, declared ?? max)
    return { base, least: min, grows: isOpen || !hasOpen ? base : 0, shrinks: base - min }
  })
  return flexedSizes(flexible, free)
}

export function layOutTable(tree: LayoutTree, table: Box): number {
  const { style, contentWidth: width } = table
  const groups = groupsOf(tree, table)
  const rows = rowsOf(groups)
  const gap = spacingOf(style)
  const items = cellsOf(tree, table, rows)
  const columns = columnsOf(tree, items, width)
  const free = Math.max(0, width - gap * (columns.length + 1))
  const widths = widthsIn(columns, free, style.get('table-layout'))
  const cells = items.map((item) => {
    const { start: x, size } = spanOf(widths, { from: item.column, count: item.columns, gap })
    const space = { width: size, height: undefined, forcedWidth: size }
    return { ...item, x, box: tree.layOut(item.element, item.style, space) }
  })
  const declared = rows.map((row) => px(row.style, 'height') ?? 0)
  const heights = rowHeights(cells, rows.length, gap).map((height, row) =>
    Math.max(height, declared[row] ?? 0),
  )
  const captions = layOutCaptions(tree, table)
  if (cells.length === 0) return captions
  let y = table.contentY + captions
  const lines: Box[] = []
  for (const { rowGroup, rows: inside } of groups) {
    const start = y + gap
    for (const row of inside) {
      const height = heights[lines.length] ?? 0
      lines.push(appendRowBox(tree, table, row, { y: y + gap, height, gap }))
      y += gap + height
    }
    if (rowGroup)
      appendRowBox(tree, table, rowGroup, { y: start, height: Math.max(0, y - start), gap })
  }
  for (const { box, x, row, rows: count } of cells) {
    const { size: high } = spanOf(heights.slice(row, row + count), { from: 0, count, gap })
    // Cells are centred in their row.
    for (const child of box.children) child.y += (high - box.height) / 2
    box.height = high
    lines[row]?.append(box, x, 0)
  }
  return y + gap - table.contentY
}

/** @returns Their height. */
function layOutCaptions(tree: LayoutTree, table: Box): number {
  let y = 0
  for (const { element, style } of itemsOf(tree, table)) {
    if (style.display !== 'table-caption') continue
    const space = { width: table.contentWidth, height: undefined }
    const caption = tree.layOut(element, style, space)
    table.append(caption, table.contentX, table.contentY + y)
    y += caption.height
  }
  return y
}

function appendRowBox(
  tree: LayoutTree,
  table: Box,
  { element, style }: StyledElement,
  track: { y: number; height: number; gap: number },
): Box {
  const box = new Box(element, style, 0, NO_EDGES)
  box.width = table.contentWidth - 2 * track.gap
  box.height = track.height
  table.append(box, table.contentX + track.gap, track.y)
  tree.boxes.set(element, box)
  return box
}
