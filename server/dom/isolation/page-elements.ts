/**
 * Gives every job its own custom elements. All jobs share those of the thread, such as
 * `hashbang-outlet`. The registry of happy-dom holds the definitions of the shown job, so a lookup
 * costs no more.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry
 */

import { type Definition, type InnerElement, type InnerWindow, S } from '../internals.ts'
import { scope } from './context.ts'

export interface Elements {
  readonly [S.registry]: Map<string, Definition>
  readonly [S.classRegistry]: Map<object, string>
  readonly [S.callbacks]: Map<string, unknown[]>
}

/** A map that falls back to another on a miss, so that a new page copies nothing. */
class Over<K, V> extends Map<K, V> {
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

/** On the prototype of its class. */
const DEFINITION = Symbol('definition')
type Prototype = InnerElement & { [DEFINITION]?: Definition | null; [S.destroyed]?: boolean }

const owned = new WeakMap<object, Elements>()
let registry: InnerWindow['customElements']
let ofThread: Elements
let shown: Elements
let isSealed = false

export function keepElements(window: InnerWindow): void {
  registry = window.customElements
  shown = ofThread = {
    [S.registry]: registry[S.registry],
    [S.classRegistry]: registry[S.classRegistry],
    [S.callbacks]: registry[S.callbacks],
  }
}

/** From now on, code outside jobs defines elements for the shown page only. */
export function sealElements(): void {
  isSealed = true
}

export const ownElements = (): Elements => ({
  [S.registry]: new Over(ofThread[S.registry]),
  [S.classRegistry]: new Over(ofThread[S.classRegistry]),
  [S.callbacks]: new Map(),
})

function elementsOf(owner: object): Elements {
  const known = owned.get(owner)
  if (known) return known
  const made = ownElements()
  owned.set(owner, made)
  return made
}

/** Shows these definitions to code outside jobs and to happy-dom. */
export function enterElements(elements: Elements): void {
  shown = elements
  Object.assign(registry, elements)
  // A kept class may have a different name in each page.
  for (const [name, definition] of elements[S.registry]) {
    if (prototypeOf(definition)[DEFINITION] !== definition) mark(name, definition)
  }
}

/** Shows the definitions of the caller's job; without a job, new ones. */
export function showElements(): void {
  const job = scope()?.job
  enterElements(job ? elementsOf(job) : ownElements())
}

/**
 * Forgets the shown page's definitions: names are free, and its classes cannot be constructed. The
 * page must be empty. Another render of the job has them again.
 */
export function forgetElements(): void {
  const gone = shown
  enterElements(ofThread)
  if (gone === ofThread) return
  for (const definition of gone[S.registry].values()) unmark(definition)
}

/** Undefined after its page. */
export const definitionOf = (element: InnerElement): Definition | undefined =>
  (element as Prototype)[DEFINITION] ?? undefined

export const definesForShown = (): boolean => {
  const own = callers()
  return own === shown || own === ofThread
}

export function amongOwn<T>(work: () => T): T {
  const own = callers()
  const before = shown
  if (own === before) return work()
  enterElements(own)
  try {
    return work()
  } finally {
    enterElements(before)
  }
}

export function noteDefinition(name: string): void {
  const definition = callers()[S.registry].get(name)
  if (definition) mark(name, definition)
  // The thread's definition also applies to the shown page.
  const waiting = shown[S.callbacks].get(name)
  if (!waiting || !definesForShown()) return
  shown[S.callbacks].delete(name)
  for (const callback of waiting as (() => void)[]) callback()
}

function callers(): Elements {
  const job = scope()?.job
  if (job) return elementsOf(job)
  return isSealed ? shown : ofThread
}

const prototypeOf = ({ elementClass }: Definition): Prototype => elementClass.prototype as Prototype

/** happy-dom's constructor reads the class's name here, and whether it may be constructed. */
function mark(name: string, definition: Definition): void {
  const prototype = prototypeOf(definition)
  prototype[S.localName] = name
  prototype[S.tagName] = name.toUpperCase()
  prototype[DEFINITION] = definition
  if (prototype[S.destroyed]) prototype[S.destroyed] = false
}

/** Sets undefined: deleting would turn the prototype into a slow dictionary. */
function unmark(definition: Definition): void {
  const prototype = prototypeOf(definition)
  if (prototype[DEFINITION] !== definition) return
  prototype[DEFINITION] = null
  prototype[S.destroyed] = true
}
