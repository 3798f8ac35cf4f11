// Knows the router that a document has started. Global, because devtools may come from another copy
// of the package.

import type { Hooks } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router.ts'

export interface Started {
  readonly router: AnyRouter
  readonly hooks: Hooks
  /** Its outlet; null: the first outlet of the document. */
  readonly outlet: Element | null
}

interface Registry {
  last?: Started
  readonly listeners: Set<(started: Started) => void>
}

const KEY = Symbol.for('hashbang-router.started')

function registry(): Registry {
  const holder = globalThis as { [KEY]?: Registry }
  holder[KEY] ??= { listeners: new Set() }
  return holder[KEY]
}

export function announce(one: Started): void {
  const all = registry()
  all.last = one
  for (const listener of all.listeners) listener(one)
}

/** Calls back with the router that was started last, and with every later one. */
export function watchStarted(listener: (started: Started) => void): void {
  const { last, listeners } = registry()
  listeners.add(listener)
  if (last) listener(last)
}
