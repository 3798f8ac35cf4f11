// What a page waits for, for whoever wants to know why it does not come. In: an app's table, the set of the page that asks.
// Out: a table whose guards, loaders and views are in that set while they are under way. Nothing else of them changes.

import type { Table } from '../../src/define-routes.ts'
import { noteWhile } from '../happy-dom/note-while.ts'
import { deriveTable } from '../site/derived-table.ts'

const STEPS = {
  guard: 'the guard',
  load: 'the loader',
  view: 'the view module',
  error: 'the error view module',
  notFound: 'the not-found view module',
} as const

type Step = (this: unknown, ...args: never[]) => unknown

/** Makes the table. @param current Gives the set of the caller; asked when a step is begun. */
export const watchTable = (table: Table, current: () => Set<string> | undefined): Table =>
  deriveTable(table, (options, name) => {
    const watched: Record<string, Step> = {}
    for (const [step, noun] of Object.entries(STEPS)) {
      const run = options[step as keyof typeof STEPS] as Step | undefined
      if (run === undefined) continue
      watched[step] = function (...args: never[]) {
        const result = run.apply(this, args)
        noteWhile(current(), name === undefined ? noun : `${noun} of "${name}"`, result)
        return result
      }
    }
    return watched
  })
