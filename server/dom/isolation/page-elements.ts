/**
 * Gives every page its own custom elements, besides those of the worker, such as `hashbang-outlet`.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry
 */

import { type Definition, type InnerWindow, markInside, S } from '../internals.ts'
import { perPage } from './page-state.ts'

interface Elements {
  readonly [S.registry]: Map<string, Definition>
  readonly [S.classRegistry]: Map<object, string>
  readonly [S.callbacks]: Map<string, unknown[]>
}

/** Falls back to another map, so that a new page copies nothing. */
class Overlay<K, V> extends Map<K, V> {
  readonly #below: ReadonlyMap<K, V>

  constructor(below: ReadonlyMap<K, V>) {
    super()
    this.#below = below
  }

  override get(key: K): V | undefined {
    return super.get(key) ?? this.#below.get(key)
  }

  override has(key: K): boolean {
    return super.has(key) || this.#below.has(key)
  }
}

const DEFINITION = Symbol('definition')
markInside(DEFINITION)
type Prototype = Element & { [DEFINITION]?: Definition | null; [S.destroyed]?: boolean }

const ofWorker: Elements = {
  [S.registry]: new Map(),
  [S.classRegistry]: new Map(),
  [S.callbacks]: new Map(),
}

const elements = perPage((page) => {
  if (page.stage === 'start' || page.stage === 'over') return { current: ofWorker }
  const current: Elements = {
    [S.registry]: new Overlay(ofWorker[S.registry]),
    [S.classRegistry]: new Overlay(ofWorker[S.classRegistry]),
    [S.callbacks]: new Map(),
  }
  page.atEnd(() => {
    for (const definition of current[S.registry].values()) unmark(definition)
  })
  return { current }
})

export function installElements({ customElements }: InnerWindow): void {
  Object.defineProperties(customElements, {
    [S.registry]: { get: () => elements().current[S.registry] },
    [S.classRegistry]: { get: () => elements().current[S.classRegistry] },
    [S.callbacks]: { get: () => elements().current[S.callbacks] },
  })
}

export function forAllPages<T>(work: () => T): T {
  const state = elements()
  const before = state.current
  state.current = ofWorker
  try {
    return work()
  } finally {
    state.current = before
  }
}

/** @returns The definition; undefined after the end of its page. */
export const definitionOf = (element: Element): Definition | undefined =>
  (element as Prototype)[DEFINITION] ?? undefined

/** happy-dom's constructor reads these properties. */
export function noteDefinition(name: string): void {
  const definition = elements().current[S.registry].get(name)
  if (!definition) return
  const prototype = prototypeOf(definition)
  const { adoptedCallback } = prototype as Definition['lifecycleCallbacks']
  if (adoptedCallback) definition.lifecycleCallbacks.adoptedCallback = adoptedCallback
  const localName = definition.extends ?? name
  prototype[S.localName] = localName
  prototype[S.tagName] = localName.toUpperCase()
  if (definition.extends) prototype[S.isValue] = name
  prototype[DEFINITION] = definition
  if (prototype[S.destroyed]) prototype[S.destroyed] = false
}

const prototypeOf = ({ elementClass }: Definition): Prototype => elementClass.prototype as Prototype

/** Sets undefined: deleting would turn the prototype into a slow dictionary. */
function unmark(definition: Definition): void {
  const prototype = prototypeOf(definition)
  if (prototype[DEFINITION] !== definition) return
  prototype[DEFINITION] = null
  prototype[S.destroyed] = true
}
