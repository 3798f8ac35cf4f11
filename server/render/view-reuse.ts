// Reuse with proof. In the browser, going from one state of a route to another updates the mounted view in
// place; a route that says `reuse: true` has it so here, which for a Lit page is several times faster than
// building it anew. What a view retains could lie, so it has to prove itself, page after page: drawn by the
// kept view first, then by a new one in a document of its own, and compared byte by byte.
// In: pages to draw. Out: pages drawn. A difference ends reuse for the group in every thread; whoever keeps
// what was made by reuse is told, and forgets it.

import { randomInt } from 'node:crypto'
import type { HashbangOutlet } from '../../src/dom/outlet.ts'
import type { Page } from '../../src/page.ts'
import type { Proof } from '../pool/protocol.ts'
import { mustProve, noteProven, type ProofRecord } from '../runtime/proof-sample.ts'
import { seededRandom } from '../runtime/random.ts'
import { describe } from './error-text.ts'
import { type Drawing, type Drawn, dismiss, renderPage } from './render-page.ts'
import { difference, failure } from './reuse/difference.ts'
import { createShapes, type Shapes } from './reuse/shape.ts'

/** A drawn page. */
export interface Shown extends Omit<Drawn, 'outlet'> {
  /** The group, where the view of an earlier page was used again without a proof. */
  readonly reused?: string
}

/** Draws pages, using views again where that has been proven to show the same. */
export interface Stage {
  /**
   * @param group The page's, if its views may be used again.
   * @param prove Whether it is to be drawn both ways in any case.
   */
  show(drawing: Drawing, group?: string, prove?: boolean): Promise<Shown>
  /** Uses no view of this group again. */
  stop(group: string): void
}

/** What is known of a group, and the view that is kept. */
interface Record extends ProofRecord {
  kept: { readonly outlet: HashbangOutlet; readonly shape: string } | undefined
  readonly shapes: Shapes
}

/** How many views stay mounted in a worker. */
const MAX_KEPT = 8

/**
 * Makes a stage.
 *
 * @param told Hears of every proof.
 * @param random Says which pages are proven beside those that must be.
 */
export function createStage(
  told: (proof: Proof) => void,
  random: () => number = seededRandom(randomInt(2 ** 32)),
): Stage {
  const records = new Map<string, Record>()
  const keepers = new Set<Record>()
  const stopped = new Set<string>()

  function recordOf(group: string): Record {
    const record = records.get(group) ?? {
      reused: 0,
      kept: undefined,
      shapes: createShapes(),
      proven: new Set(),
    }
    records.set(group, record)
    return record
  }

  async function keep(record: Record, outlet: HashbangOutlet, shape: string): Promise<void> {
    record.kept = { outlet, shape }
    keepers.delete(record)
    keepers.add(record)
    const [oldest] = keepers
    if (oldest !== undefined && keepers.size > MAX_KEPT) await drop(oldest)
  }

  async function drop(record: Record): Promise<void> {
    keepers.delete(record)
    const { kept } = record
    record.kept = undefined
    if (kept !== undefined) await dismiss(kept.outlet)
  }

  /** Draws with a new view, which is kept for the next page. */
  async function first(record: Record, drawing: Drawing, shape: string): Promise<Shown> {
    const { outlet, ...shown } = await renderPage(drawing, undefined, true)
    if (isWhole(shown, drawing)) await keep(record, outlet, shape)
    else await dismiss(outlet)
    return shown
  }

  async function again(
    record: Record,
    drawing: Drawing,
    group: string,
    shape: string,
    prove: boolean,
  ): Promise<Shown> {
    const kept = record.kept as NonNullable<Record['kept']>
    const step = `${kept.shape}>${shape}`
    record.reused += 1
    record.kept = undefined
    const { outlet, ...used } = await renderPage(drawing, kept.outlet, true)
    record.kept = { outlet, shape }
    if (isWhole(used, drawing) && !prove && !mustProve(record, step, random))
      return { ...used, reused: group }
    const { outlet: _, ...fresh } = await renderPage(drawing, undefined, false)
    // A page that fails by itself proves nothing.
    if (!isWhole(fresh, drawing)) {
      await drop(record)
      return fresh
    }
    const why = isWhole(used, drawing)
      ? difference(drawing.page, allOf(fresh), allOf(used))
      : failure(drawing.page, used.warnings[0] ?? describe(used.page.error))
    if (why === undefined) {
      noteProven(record, step)
      await keep(record, outlet, shape)
    } else {
      stopped.add(group)
      await drop(record)
      records.delete(group)
    }
    told({ group, state: drawing.page.state, why })
    return fresh
  }

  return {
    async show(drawing, group, prove = false) {
      if (group === undefined || stopped.has(group)) {
        const record = records.get(group ?? '')
        if (record !== undefined) await drop(record)
        records.delete(group ?? '')
        const { outlet: _, ...shown } = await renderPage(drawing, undefined, false)
        return shown
      }
      const record = recordOf(group)
      const shape = record.shapes.of(drawing.page)
      return record.kept === undefined
        ? first(record, drawing, shape)
        : again(record, drawing, group, shape, prove)
    },
    stop: (group) => void stopped.add(group),
  }
}

/** All that is shown of a page, as text to compare. */
export const allOf = ({
  sheets,
  body,
  outside,
}: Pick<Drawn, 'sheets' | 'body' | 'outside'>): string =>
  outside === undefined ? sheets + body : `${sheets}${body}\n${JSON.stringify(outside)}`

/** Names the pages that are shown by the same views: those of one page of the site and one chain of routes. */
export const groupOf = (page: string, { levels }: Page): string =>
  `${page} ${levels.map(({ name }) => name).join()}`

/** Whether using its views again can gain anything: only elements are given another page in place. */
export const isReusable = ({ type, levels }: Page): boolean =>
  type === 'page' && levels.some(({ view }) => typeof view === 'function')

/** Whether it is the page that was to be drawn, with nothing amiss and in time. */
export const isWhole = ({ page, warnings }: Omit<Drawn, 'outlet'>, drawing: Drawing): boolean =>
  page === drawing.page && warnings.length === 0 && !drawing.signal.aborted
