// Lists the started routers of a document. Global, because devtools may come from another copy of
// the package.

import type { Hooks } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router-types.ts'

export interface Started {
  readonly router: AnyRouter
  readonly hooks: Hooks
  /** Its outlet; null: the first outlet of the document. */
  readonly outlet: Element | null
}

interface Registry {
  readonly started: Started[]
  readonly listeners: Set<(started: Started) => void>
}

const KEY = Symbol.for('hashbang-router.started')

function registry(): Registry {
  const holder = globalThis as { [KEY]?: Registry }
  holder[KEY] ??= { started: [], listeners: new Set() }
  return holder[KEY]
}

export function announce(router: Started): void {
  const { started, listeners } = registry()
  started.push(router)
  for (const listener of listeners) listener(router)
}

/** Calls back with every started router, and with every later one. */
export function watchStarted(listener: (started: Started) => void): void {
  const { started, listeners } = registry()
  listeners.add(listener)
  for (const router of started) listener(router)
}
