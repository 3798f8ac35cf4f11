// Where the features that are imported by themselves take hold of a started router: `block`, `preload`,
// `viewTransitions`. In: a router. Out: what they may replace. Not for apps.

import type { Followed } from '../follow.ts'
import type { ResolveOptions } from '../page.ts'
import type { Table } from '../routes.ts'
import type { Visit } from './history.ts'

/** The steps of a navigation that can be replaced. */
export interface Hooks {
  readonly table: Table
  /** Gives the page of a state. */
  resolve(state: string, options: Pick<ResolveOptions, 'signal' | 'admitted'>): Promise<Followed>
  /** Whether the reader may leave the page for a state; null while nobody asks. */
  leave: ((state: string) => boolean | Promise<boolean>) | null
  /** Calls what puts a page into the document. */
  paint(update: () => Promise<void>, visit: Visit): Promise<void>
}

const all = new WeakMap<object, Hooks>()

/** Gives a router its hooks. */
export const setHooks = (router: object, hooks: Hooks): unknown => all.set(router, hooks)

/** Gives the hooks of a router. @throws {TypeError} When it is not one of this module's. */
export function hooksOf(router: object): Hooks {
  const hooks = all.get(router)
  if (hooks) return hooks
  throw new TypeError('Not a router: expected what start() returned, from this copy of the package')
}
