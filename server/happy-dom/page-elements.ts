/**
 * Gives every job its own custom elements. What the thread itself defines, such as `hashbang-outlet`, is known to all jobs. What
 * the code of a job defines is known to that job alone, also while the page of another is shown, and is forgotten with it. In: the
 * window, the job whose page is shown. Out: happy-dom's registry holds the definitions of that job, so that a lookup costs
 * what it did.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry
 */
import { scope } from './context.ts'
import { type Definition, type InnerElement, type InnerWindow, S } from './internals.ts'

/** The definitions of one owner, with those of the thread below them. */
export interface Elements {
  readonly [S.registry]: Map<string, Definition>
  readonly [S.classRegistry]: Map<object, string>
  /** Callbacks for `whenDefined`. */
  readonly [S.callbacks]: Map<string, unknown[]>
}

/** Finds what is not in it in another map, and is never filled from there: it is made with every page. */
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

/** What an element is, on the prototype of its class. */
const DEFINITION = Symbol('definition')
type Prototype = InnerElement & { [DEFINITION]?: Definition | null; [S.destroyed]?: boolean }

const owned = new WeakMap<object, Elements>()
let registry: InnerWindow['customElements']
let ofThread: Elements
/** What the registry holds between two calls. */
let shown: Elements
let isSealed = false

/** Takes over the registry of the window, with what has been defined by now. */
export function keepElements(window: InnerWindow): void {
  registry = window.customElements
  shown = ofThread = {
    [S.registry]: registry[S.registry],
    [S.classRegistry]: registry[S.classRegistry],
    [S.callbacks]: registry[S.callbacks],
  }
}

/** From here on nothing is defined for all jobs any more: code of no job defines elements for the page that is shown. */
export function sealElements(): void {
  isSealed = true
}

/** Definitions of nobody else: those of the thread. */
export const ownElements = (): Elements => ({
  [S.registry]: new Over(ofThread[S.registry]),
  [S.classRegistry]: new Over(ofThread[S.classRegistry]),
  [S.callbacks]: new Map(),
})

/** The definitions of a job, or of whatever else owns some. */
function elementsOf(owner: object): Elements {
  const known = owned.get(owner)
  if (known) return known
  const made = ownElements()
  owned.set(owner, made)
  return made
}

/** Shows these to code that belongs to no job, and to what happy-dom does by itself. */
export function enterElements(elements: Elements): void {
  shown = elements
  Object.assign(registry, elements)
  // A class that outlives pages may have another name in each of them.
  for (const [name, definition] of elements[S.registry]) {
    if (prototypeOf(definition)[DEFINITION] !== definition) mark(name, definition)
  }
}

/** Shows the definitions of the caller's job. A page of no job has those of its own from here on. */
export function showElements(): void {
  const job = scope()?.job
  enterElements(job ? elementsOf(job) : ownElements())
}

/** Ends what the page that is shown has defined: its names are free, its classes cannot be constructed. The page must be empty. A job that draws again has them again. */
export function forgetElements(): void {
  const gone = shown
  enterElements(ofThread)
  if (gone === ofThread) return
  for (const definition of gone[S.registry].values()) unmark(definition)
}

/** What an element has been upgraded to; undefined once its page has been forgotten. */
export const definitionOf = (element: InnerElement): Definition | undefined =>
  (element as Prototype)[DEFINITION] ?? undefined

/** Whether the page that is shown knows what the caller defines. */
export const definesForShown = (): boolean => {
  const own = callers()
  return own === shown || own === ofThread
}

/** Does what reads or changes the registry with the definitions of the caller. */
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

/** Notes what the caller has defined. */
export function noteDefinition(name: string): void {
  const definition = callers()[S.registry].get(name)
  if (definition) mark(name, definition)
  // The thread has defined it for the page that is shown as well.
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

/** happy-dom finds the name of a class there when it is constructed, and whether it may be. */
function mark(name: string, definition: Definition): void {
  const prototype = prototypeOf(definition)
  prototype[S.localName] = name
  prototype[S.tagName] = name.toUpperCase()
  prototype[DEFINITION] = definition
  if (prototype[S.destroyed]) prototype[S.destroyed] = false
}

/** Not deleted: V8 would take the prototype for a dictionary. */
function unmark(definition: Definition): void {
  const prototype = prototypeOf(definition)
  if (prototype[DEFINITION] !== definition) return
  prototype[DEFINITION] = null
  prototype[S.destroyed] = true
}
