/**
 * Gives every page its own custom elements; all pages have those of the worker, such as
 * `hashbang-outlet`. The registry of happy-dom holds the page's, so a lookup costs no more.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry
 */

import { type Definition, type InnerElement, type InnerWindow, S } from '../internals.ts'

interface Elements {
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

let registry: InnerWindow['customElements']
let ofWorker: Elements
let shown: Elements

export function keepElements(window: InnerWindow): void {
  registry = window.customElements
  shown = ofWorker = {
    [S.registry]: registry[S.registry],
    [S.classRegistry]: registry[S.classRegistry],
    [S.callbacks]: registry[S.callbacks],
  }
}

function show(elements: Elements): void {
  shown = elements
  Object.assign(registry, elements)
}

/** Begins a page without elements of its own. */
export function beginElements(): void {
  show({
    [S.registry]: new Over(ofWorker[S.registry]),
    [S.classRegistry]: new Over(ofWorker[S.classRegistry]),
    [S.callbacks]: new Map(),
  })
}

/**
 * Forgets the page's definitions: names are free, and its classes cannot be constructed. The page
 * must be empty.
 */
export function forgetElements(): void {
  const gone = shown
  show(ofWorker)
  if (gone === ofWorker) return
  for (const definition of gone[S.registry].values()) unmark(definition)
}

/** Defines elements for all pages: work of a module that they share. */
export function forAllPages<T>(work: () => T): T {
  const before = shown
  show(ofWorker)
  try {
    return work()
  } finally {
    show(before)
  }
}

/** Undefined after its page. */
export const definitionOf = (element: InnerElement): Definition | undefined =>
  (element as Prototype)[DEFINITION] ?? undefined

/** happy-dom's constructor reads the class's name here, and whether it may be constructed. */
export function noteDefinition(name: string): void {
  const definition = shown[S.registry].get(name)
  if (!definition) return
  const prototype = prototypeOf(definition)
  prototype[S.localName] = name
  prototype[S.tagName] = name.toUpperCase()
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
