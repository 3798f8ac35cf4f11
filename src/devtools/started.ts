// `start` in development: also announces the router, unless its addresses are not the document's.

import { hooksOf } from '../dom/hooks.ts'
import { start as startRouter } from '../dom/navigator.ts'
import type { StartOptions } from '../dom/router.ts'
import { announce } from './registry.ts'

/** See `start` of `./browser`. */
export const start: typeof startRouter = (table, ...args) => {
  const router = startRouter(table, ...args)
  const options: StartOptions = args[0] ?? {}
  if (options.history && 'embedded' in options.history) return router
  announce({ router, hooks: hooksOf(router), outlet: options.outlet ?? null })
  return router
}
