// In development an `error` view in the browser receives the error's message as its data. A message
// must not appear on a public page; and the dev server's response to a failure is its stack.

import type { Resolution } from './page.ts'
import type { AnyTable } from './table.ts'

/** Changes a table's `resolve` and `fail`. */
export function showMessages(table: AnyTable): void {
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
