// Views are imported for all pages to come, not for the one that needs them first. In: an app's table. Out: one whose `view`,
// `error` and `notFound` run outside of the job that asks for them, so that what their modules start lives as long as they do
// and sees the document as modules may. The app's own table is not touched.

import { setTimeout } from 'node:timers/promises'
import type { Table } from '../../src/define-routes.ts'
import { asModule, importModule, inRender, JobContext } from '../happy-dom/index.ts'
import { deriveTable } from '../site/derived-table.ts'

type Load = () => Promise<unknown>
type Apart = (load: Load) => Promise<unknown>

/** For so many ms a view waits until no page is shown; after that it is imported beside one. */
const IMPORT_DEADLINE = 100

/**
 * Imports views outside of jobs, each for the first time while no page is shown: what its modules define on the window and the
 * document is then not taken for the page's, and taken back with it.
 *
 * @param inTurn Does some work of a job when no page is shown.
 */
export function importsBetweenPages(
  inTurn: (job: JobContext, work: () => Promise<void>) => Promise<void>,
): Apart {
  const imported = new WeakSet<Load>()

  return (load) => {
    const job = JobContext.current
    if (imported.has(load) || inRender() || job === undefined) return asModule(load)
    let begun: Promise<unknown> | undefined
    const late = new Promise<void>((resolve) => {
      job.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    const turn = inTurn(job, async () => {
      if (begun) return
      begun = importModule(load)
      // A module that never comes must not keep the document from the pages of others.
      await Promise.race([begun.then(() => imported.add(load)), late])
    })
    return Promise.race([turn, setTimeout(IMPORT_DEADLINE, undefined, { ref: false })]).then(() => {
      begun ??= asModule(load)
      return begun
    })
  }
}

/** Makes the table. @param apart Runs an import outside of the caller's job; it is given the same function for the same view. */
export const withViewsApart = (table: Table, apart: Apart): Table =>
  deriveTable(table, (options) => {
    const imports: Record<string, Load> = {}
    for (const name of ['view', 'error', 'notFound'] as const) {
      const load = options[name]
      if (load) imports[name] = () => apart(load)
    }
    return imports
  })
