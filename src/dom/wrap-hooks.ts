// Wraps steps of a navigation. A separate file, so that only features that need it load it.

import type { Hooks } from './hooks.ts'

/** The hooks that can be wrapped. */
type Name = 'resolve' | 'paint'
type Wrap<K extends Name> = (inner: Hooks[K]) => Hooks[K]
type Wrapped = { readonly [K in Name]: { readonly inner: Hooks[K]; readonly wraps: Wrap<K>[] } }

const wrapped = new WeakMap<Hooks, Wrapped>()

/** Wraps a hook, the last wrapper outermost, until the result is called; in any order. */
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
