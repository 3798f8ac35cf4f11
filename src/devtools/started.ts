// `start` of development: the same, but the router is announced with the times of its navigations.
// In: what `start` takes. Out: what `start` gives. Routers whose addresses are not the document's are not announced.

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
