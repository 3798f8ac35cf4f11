// Hooks of a router for `block`, `preload` and `viewTransitions`. Not for apps.

import { type Followed, follow } from '../follow.ts'
import type { ResolveOptions } from '../page.ts'
import type { AnyTable } from '../table.ts'
import type { TableScheme } from './history/address.ts'
import type { Visit } from './history/history.ts'

interface Steps {
  resolve(state: string, options: Omit<ResolveOptions, 'context' | 'fetch'>): Promise<Followed>
  /** Whether the reader may leave the page for a state. */
  leave(state: string): boolean | Promise<boolean>
  paint(update: () => Promise<void>, visit: Visit): Promise<void>
}

type Wrap<K extends keyof Steps> = (inner: Steps[K]) => Steps[K]

export interface Hooks {
  readonly table: AnyTable
  readonly scheme: TableScheme
  /** Wrappers of each step, the last outermost. */
  readonly wraps: { readonly [K in keyof Steps]: Set<Wrap<K>> }
  step<K extends keyof Steps>(name: K): Steps[K]
}

/** @param context For guards and loaders. */
export function createHooks(table: AnyTable, scheme: TableScheme, context: unknown): Hooks {
  const steps: Steps = {
    resolve: (state, given) => follow(table, state, { context, ...given }),
    leave: () => true,
    paint: (update) => update(),
  }
  const wraps: Hooks['wraps'] = { resolve: new Set(), leave: new Set(), paint: new Set() }
  return {
    table,
    scheme,
    wraps,
    step<K extends keyof Steps>(name: K) {
      let step = steps[name]
      for (const wrap of wraps[name]) step = wrap(step)
      return step
    },
  }
}

export function around<K extends keyof Steps>({ wraps }: Hooks, name: K, wrap: Wrap<K>) {
  const all: Set<Wrap<K>> = wraps[name]
  all.add(wrap)
  return (): unknown => all.delete(wrap)
}

const all = new WeakMap<object, Hooks>()

export const setHooks = (router: object, hooks: Hooks): unknown => all.set(router, hooks)

/** @throws {TypeError} For a router of another copy of the package. */
export function hooksOf(router: object): Hooks {
  const hooks = all.get(router)
  if (hooks) return hooks
  throw new TypeError('Not a router: pass the result of start(), from this copy of the package')
}
