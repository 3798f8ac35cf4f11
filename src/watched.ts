// Door "./browser" in development, where devtools find started routers, and the console warns of
// mistakes. SIDE EFFECT on import: defines <hashbang-outlet>.

import { announce } from './devtools/registry.ts'
import { warnOfPages } from './devtools/warn-of-pages.ts'
import { hooksOf } from './dom/hooks.ts'
import { start as startRouter } from './dom/navigator.ts'
import type { StartOptions } from './dom/router-types.ts'
import type { Resolution } from './page.ts'
import type { AnyTable } from './table.ts'

export * from './browser.ts'

// Not a router whose addresses are not the document's.
export const start: typeof startRouter = (table, ...args) => {
  // A value that is no table is refused by `start`.
  if (Object(table).all) showMessages(table as unknown as AnyTable)
  const router = startRouter(table, ...args)
  const options: StartOptions = args[0] ?? {}
  if (options.history && 'embedded' in options.history) return router
  const started = { router, hooks: hooksOf(router), outlet: options.outlet ?? null }
  warnOfPages(started, options.upgrade)
  announce(started)
  return router
}

/**
 * Changes the table: an `error` view receives the error's message as its data. On a public page no
 * message may appear, and the dev server answers a failure with its stack.
 */
function showMessages(table: AnyTable): void {
  const { resolve, fail } = table
  table.resolve = async (...args) => withMessage(await resolve(...args))
  table.fail = async (...args) => withMessage(await fail(...args))
}

function withMessage<T extends Resolution>(page: T): T {
  if (page.type !== 'failure') return page
  const { message } = page.error as Error
  const levels = page.levels.map((level) =>
    level.name === 'failure' ? { ...level, data: message } : level,
  )
  return { ...page, levels }
}
