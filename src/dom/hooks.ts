// Where the features that are imported by themselves take hold of a started router: `block`, `preload`,
// `viewTransitions`. In: a router. Out: what they may replace. Not for apps.

import type { Table } from '../define-routes.ts'
import type { Followed } from '../follow.ts'
import type { ResolveOptions } from '../page.ts'
import type { Scheme } from '../scheme.ts'
import type { Visit } from './history/types.ts'

/** The steps of a navigation that can be replaced. */
export interface Hooks {
  readonly table: Table
  /** What the visit keeps its states in. */
  readonly scheme: Scheme
  /** What guards and loaders are given. */
  readonly context: unknown
  /** Gives the page of a state. */
  resolve(
    state: string,
    options: Pick<ResolveOptions, 'signal' | 'admitted' | 'ahead'>,
  ): Promise<Followed>
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

/** The hooks that others may put their own steps around. */
type Name = 'resolve' | 'paint'
type Wrap<K extends Name> = (inner: Hooks[K]) => Hooks[K]
type Wrapped = { readonly [K in Name]: { readonly inner: Hooks[K]; readonly wraps: Wrap<K>[] } }

const wrapped = new WeakMap<Hooks, Wrapped>()

/** Puts a step around a hook, the last one outermost, until the returned function is called; in any order. */
export function around<K extends Name>(hooks: Hooks, name: K, wrap: Wrap<K>): () => void {
  const all = wrapped.get(hooks) ?? {
    resolve: { inner: hooks.resolve, wraps: [] },
    paint: { inner: hooks.paint, wraps: [] },
  }
  wrapped.set(hooks, all)
  const { inner, wraps } = all[name]
  const renew = () => {
    hooks[name] = wraps.reduce((made, one) => one(made), inner)
  }
  wraps.push(wrap)
  renew()
  return () => {
    const index = wraps.indexOf(wrap)
    if (index >= 0) wraps.splice(index, 1)
    renew()
  }
}
