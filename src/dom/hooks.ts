// Internal hooks of a started router for `block`, `preload` and `viewTransitions`. Not for apps.

import { type Followed, follow } from '../follow.ts'
import type { ResolveOptions } from '../resolution.ts'
import type { AnyTable } from '../table.ts'
import type { TableScheme } from './history/address.ts'
import type { Visit } from './history/types.ts'

/** The replaceable steps of a navigation. */
export interface Hooks {
  readonly table: AnyTable
  /** The visit's scheme. */
  readonly scheme: TableScheme
  /** What guards and loaders are given. */
  readonly context: unknown
  /** Gives the page of a state. */
  resolve(
    state: string,
    options: Pick<ResolveOptions, 'signal' | 'admitted' | 'ahead' | 'sent'>,
  ): Promise<Followed>
  /** Whether the reader may leave the page for a state; null if no block is active. */
  leave: ((state: string) => boolean | Promise<boolean>) | null
  /** Puts a page into the document. */
  paint(update: () => Promise<void>, visit: Visit): Promise<void>
}

/** Creates the steps as they are without extras. */
export const createHooks = (table: AnyTable, scheme: TableScheme, context: unknown): Hooks => ({
  ...{ table, scheme, context },
  resolve: (state, given) => follow(table, state, { context, ...given }),
  leave: null,
  paint: (update) => update(),
})

const all = new WeakMap<object, Hooks>()

/** Sets a router's hooks. */
export const setHooks = (router: object, hooks: Hooks): unknown => all.set(router, hooks)

/** Returns a router's hooks. @throws {TypeError} For a router of another module. */
export function hooksOf(router: object): Hooks {
  const hooks = all.get(router)
  if (hooks) return hooks
  throw new TypeError('Not a router: expected what start() returned, from this copy of the package')
}
