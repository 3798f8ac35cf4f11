/**
 * Lists rows and sections of a table in display order, and changes rows by it. happy-dom includes
 * nested tables, uses tree order, adds rows to a body only, and lists no rows of a section.
 * Report: docs/happy-dom/table-rows.md
 */
import { define, type InnerWindow, liveCollection, override } from '../internals.ts'

type Row = HTMLTableRowElement

const ownOf = (parent: Element, ...names: string[]): Element[] =>
  [...parent.children].filter(({ tagName }) => names.includes(tagName))

function rowsOf(table: Element): Row[] {
  const rows = (...names: string[]) =>
    ownOf(table, ...names).flatMap((part) => (part.tagName === 'TR' ? [part] : ownOf(part, 'TR')))
  return [...rows('THEAD'), ...rows('TBODY', 'TR'), ...rows('TFOOT')] as Row[]
}

/** Default: the end. */
const indexOf = (value: unknown = -1): number => Number(value) | 0

const SECTION = 'HTMLTableSectionElement'

/** https://html.spec.whatwg.org/multipage/tables.html */
export function installTables(window: InnerWindow): void {
  const { prototype } = window.HTMLTableElement
  installCollections(window)
  const refuse = (
    method: string,
    index: number,
    count: number,
    owner = 'HTMLTableElement',
  ): never => {
    throw new window.DOMException(
      `Failed to execute '${method}' on '${owner}': there is no row ${index} among ${count}.`,
      'IndexSizeError',
    )
  }
  override<HTMLTableSectionElement>(window.HTMLTableSectionElement.prototype, {
    insertRow(position) {
      const index = indexOf(position)
      const rows = ownOf(this, 'TR')
      if (index < -1 || index > rows.length) refuse('insertRow', index, rows.length, SECTION)
      const row = this.ownerDocument.createElement('tr')
      this.insertBefore(row, (index < 0 ? undefined : rows[index]) ?? null)
      return row
    },
    deleteRow(position) {
      const index = indexOf(position)
      const rows = ownOf(this, 'TR')
      if (index < -1 || index >= rows.length) refuse('deleteRow', index, rows.length, SECTION)
      rows.at(index)?.remove()
    },
  })
  override<HTMLTableElement>(prototype, {
    insertRow(position) {
      const index = indexOf(position)
      const rows = rowsOf(this)
      if (index < -1 || index > rows.length) refuse('insertRow', index, rows.length)
      const row = this.ownerDocument.createElement('tr')
      const end = rows.at(-1)?.parentNode
      const next = index < 0 ? undefined : rows[index]
      if (next) next.before(row)
      else (end ?? ownOf(this, 'TBODY').at(-1) ?? this.createTBody()).appendChild(row)
      return row
    },
    deleteRow(position) {
      const index = indexOf(position)
      const rows = rowsOf(this)
      if (index < -1 || index >= rows.length) {
        refuse('deleteRow', index, rows.length)
      }
      rows.at(index)?.remove()
    },
    set tFoot(foot: HTMLTableSectionElement | null) {
      super.tFoot = foot
      if (foot) this.append(foot)
    },
  })
}

function installCollections(window: InnerWindow): void {
  const { prototype } = window.HTMLTableElement
  const section = window.HTMLTableSectionElement.prototype
  const row = window.HTMLTableRowElement.prototype
  const lists = [
    [prototype, 'rows', rowsOf],
    [prototype, 'tBodies', (table: Element) => ownOf(table, 'TBODY')],
    [section, 'rows', (part: Element) => ownOf(part, 'TR')],
    [row, 'cells', (one: Element) => ownOf(one, 'TD', 'TH')],
  ] as const
  for (const [owner, name, query] of lists) {
    const collections = new WeakMap<Element, HTMLCollection>()
    define<HTMLElement>(owner, {
      get [name]() {
        const list = collections.get(this) ?? liveCollection(window, () => query(this))
        collections.set(this, list)
        return list
      },
    })
  }
  for (const name of ['caption', 'tHead', 'tFoot']) {
    override<HTMLTableElement>(prototype, {
      get [name]() {
        return ownOf(this, name.toUpperCase())[0] ?? null
      },
    })
  }
  override<Row>(row, {
    get rowIndex() {
      const table = this.parentElement?.closest('table')
      return table ? rowsOf(table).indexOf(this) : -1
    },
  })
}
