// Reuse with proof. In the browser, going from one state of a route to another updates the mounted view in
// place; here it does too, which for a Lit page is some twenty times faster than building it anew. But what
// a view retains could lie, so it has to prove itself: the first pages of a route, and a sample of those
// after, are drawn both ways and compared byte by byte. One difference turns reuse off for that route.
// In: pages to draw. Out: pages drawn, never one that reuse has been caught to spoil.

import type { HashbangOutlet } from '../src/dom/outlet.ts'
import type { Page } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { type Drawing, type Drawn, draw } from './draw.ts'

/** A drawn page, and whether the view of an earlier one was used again. */
export interface Shown extends Omit<Drawn, 'outlet'> {
  readonly reused: boolean
}

/** What is known of a route's view. */
interface Record {
  /** How many pages of it have been drawn. */
  drawn: number
  kept: HashbangOutlet | undefined
  /** It has shown something else when it was used again. */
  off: boolean
}

/** How many views stay mounted in a worker. */
const MAX_KEPT = 8

/** One page in so many is drawn both ways, for as long as the route lives. */
const SAMPLE = 256

/** Draws pages, using views again where that has been proven to show the same. */
export function createStage(): (drawing: Drawing) => Promise<Shown> {
  const tables = new WeakMap<Table, Map<string, Record>>()
  const keepers = new Set<Record>()

  function recordOf({ routes, page }: Drawing): Record | undefined {
    const key = keyOf(page)
    if (key === undefined) return undefined
    let records = tables.get(routes)
    if (records === undefined) {
      records = new Map()
      tables.set(routes, records)
    }
    let record = records.get(key)
    if (record === undefined) {
      record = { drawn: 0, kept: undefined, off: false }
      records.set(key, record)
    }
    return record
  }

  function keep(record: Record, outlet: HashbangOutlet | undefined): void {
    if (record.kept !== outlet) drop(record)
    keepers.delete(record)
    if (outlet === undefined) return
    record.kept = outlet
    outlet.retained = true
    keepers.add(record)
    const [oldest] = keepers
    if (oldest !== undefined && keepers.size > MAX_KEPT) drop(oldest)
  }

  function drop(record: Record): void {
    keepers.delete(record)
    if (record.kept === undefined) return
    record.kept.retained = false
    record.kept.page = null
    record.kept = undefined
  }

  async function again(record: Record, drawing: Drawing): Promise<Drawn | undefined> {
    const drawn = await draw(drawing, record.kept, true)
    const good = isClean(drawn, drawing)
    keep(record, good ? drawn.outlet : undefined)
    return good ? drawn : undefined
  }

  return async (drawing) => {
    const record = recordOf(drawing)
    if (record === undefined || record.off) {
      return { ...(await draw(drawing, undefined, false)), reused: false }
    }
    record.drawn += 1
    if (record.kept !== undefined && !mustProve(record.drawn)) {
      const drawn = await again(record, drawing)
      if (drawn !== undefined) return { ...drawn, reused: true }
    }
    const fresh = await draw(drawing, undefined, record.kept === undefined)
    if (!isClean(fresh, drawing)) return { ...fresh, reused: false }
    if (record.kept === undefined) {
      keep(record, fresh.outlet)
      return { ...fresh, reused: false }
    }
    const used = await again(record, drawing)
    if (used === undefined || used.body === fresh.body) return { ...fresh, reused: false }
    record.off = true
    keep(record, undefined)
    return { ...fresh, warnings: [difference(drawing.page, fresh.body, used.body)], reused: false }
  }
}

/** Pages of one key are shown by the same views. Undefined: there is nothing to gain, or it is not wanted. */
function keyOf({ type, levels, reuse }: Page): string | undefined {
  const elements = levels.some(({ view }) => typeof view === 'function')
  return type === 'page' && elements && reuse !== false
    ? levels.map(({ name }) => name).join()
    : undefined
}

// Every page at first, then ever fewer.
const mustProve = (drawn: number): boolean =>
  drawn <= 3 || (drawn < SAMPLE ? (drawn & (drawn - 1)) === 0 : drawn % SAMPLE === 0)

const isClean = ({ page, warnings }: Drawn, drawing: Drawing): boolean =>
  page === drawing.page && warnings.length === 0 && !drawing.signal.aborted

function difference({ levels }: Page, fresh: string, used: string): string {
  let at = 0
  while (fresh[at] === used[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))
  return (
    `the view of route "${levels.at(-1)?.name}" shows something else when it is given another page than when it is ` +
    `made for it: ${around(used)} instead of ${around(fresh)}. In the browser it will too, on the way from one ` +
    'state of the route to another. From now on it is made anew for every snapshot; `reuse: false` says so at once.'
  )
}
