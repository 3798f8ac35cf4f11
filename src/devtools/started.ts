// `start` in development: also announces the router with its navigation times, unless its addresses
// are not the document's.

import { hooksOf } from '../dom/hooks.ts'
import { start as startRouter } from '../dom/navigator.ts'
import type { StartOptions } from '../dom/router.ts'
import { record } from './recording.ts'
import { announce } from './registry.ts'

/** See `start` of `./browser`. */
export const start: typeof startRouter = (table, ...args) => {
  const began = performance.now()
  const router = startRouter(table, ...args)
  const options: StartOptions = args[0] ?? {}
  if (options.history && 'embedded' in options.history) return router
  const hooks = hooksOf(router)
  announce({
    router,
    hooks,
    recording: record(router, hooks, began),
    outlet: options.outlet ?? null,
  })
  return router
}
