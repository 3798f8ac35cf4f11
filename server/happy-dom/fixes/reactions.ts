/**
 * When custom elements hear of what happened to them: after the whole DOM operation that a script called, in the order in
 * which the elements were touched, never in the middle of it. So an element sees all siblings that were inserted with it, and
 * what a callback does has its own turn. In: a window. Out: `atomically`, which makes an operation of several steps one.
 * What a reaction throws is reported; it never reaches the caller of the operation.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions
 * happy-dom calls back at every step, and an exception ends the operation.
 * Not reported. Reports: docs/happy-dom/custom-element-reactions.md docs/happy-dom/custom-element-errors.md
 */
import { ChildNodeUtility, ParentNodeUtility } from '#happy-dom'
import { report } from '../errors.ts'
import { type InnerElement, type InnerWindow, inner, S, wrap, wrapSetter } from '../internals.ts'
import { definitionOf } from '../page-elements.ts'
import { waitFor } from '../pending.ts'

/** Whether an operation is under way, and the reactions it has caused so far: most cause none. */
let underWay = false
let queue: Map<InnerElement, (() => void)[]> | null = null

/** Runs the steps of one operation; the reactions they cause run when the outermost of them is done. */
export function atomically<T>(steps: () => T): T {
  if (underWay) return steps()
  underWay = true
  try {
    return steps()
  } finally {
    done()
  }
}

function done(): void {
  underWay = false
  if (queue === null) return
  const mine = queue
  queue = null
  for (const reactions of mine.values()) for (const react of reactions) react()
}

/** Runs the reaction at the end of the operation under way, or now if there is none. It must not throw. */
export function enqueue(element: InnerElement, reaction: () => void): void {
  if (!underWay) {
    reaction()
    return
  }
  queue ??= new Map()
  const reactions = queue.get(element)
  if (reactions) reactions.push(reaction)
  else queue.set(element, [reaction])
}

/** Elements whose constructor threw while they were upgraded: they hear of nothing any more. */
export const failed = new WeakSet<object>()

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Makes each of these methods one operation. */
export function makeAtomic(target: object, ...keys: PropertyKey[]): void {
  for (const key of keys) {
    wrap<Method>(
      target,
      key,
      (original) =>
        function (...args) {
          if (underWay) return original.apply(this, args)
          underWay = true
          try {
            return original.apply(this, args)
          } finally {
            done()
          }
        },
    )
  }
}

/** Makes the setters one operation. */
function makeSettersAtomic(target: object, ...keys: PropertyKey[]): void {
  for (const key of keys) {
    wrapSetter<unknown, unknown>(
      target,
      key,
      (original) =>
        function (value) {
          if (underWay) return original.call(this, value)
          underWay = true
          try {
            original.call(this, value)
          } finally {
            done()
          }
        },
    )
  }
}

export function installReactions(window: InnerWindow): void {
  const { Node, Element, ShadowRoot } = window
  makeAtomic(Node.prototype, 'appendChild', 'insertBefore', 'replaceChild', 'removeChild')
  makeAtomic(Node.prototype, 'normalize')
  makeAtomic(ParentNodeUtility, 'append', 'prepend', 'replaceChildren')
  makeAtomic(ChildNodeUtility, 'remove', 'replaceWith', 'before', 'after')
  makeSettersAtomic(Element.prototype, 'innerHTML', 'outerHTML', 'textContent')
  makeSettersAtomic(ShadowRoot.prototype, 'innerHTML')
  window[S.customElementReactionStack].enqueueReaction = (element, name, args) =>
    react(window, element, name, args)
}

/**
 * Custom elements that are in the document: what settling asks, instead of every node. A list that never shrinks, as V8's
 * sets and maps leave their outgrown tables behind, each with a hold on the next: what is long-lived and filled with every
 * page would keep all pages alive until the next full collection.
 */
const shown: (Listed | null)[] = []
let count = 0

/** Where an element is in the list. */
const AT = Symbol('at')
type Listed = InnerElement & { [AT]?: number }

export function* customElementsShown(): Generator<Element> {
  for (let index = 0; index < count; index++) yield shown[index] as unknown as Element
}

function list(element: Listed): void {
  if (element[AT] !== undefined && shown[element[AT]] === element) return
  element[AT] = count
  shown[count++] = element
}

function unlist(element: Listed): void {
  const { [AT]: at } = element
  if (at === undefined || shown[at] !== element) return
  const last = shown[--count] as Listed
  shown[at] = last
  last[AT] = at
  shown[count] = null
}

const formAssociated = (element: InnerElement): boolean =>
  (definitionOf(element)?.elementClass as { formAssociated?: boolean } | undefined)
    ?.formAssociated === true

let movedControl: (window: InnerWindow, element: Element) => void = () => undefined

/** Calls back when a control of a form comes to a place or leaves it. */
export function tellOfControls(listener: typeof movedControl): void {
  movedControl = listener
}

function react(window: InnerWindow, element: InnerElement, name: string, args?: unknown[]): void {
  // Nearly all elements are plain ones.
  if (!element[S.localName].includes('-') && !element[S.isValue]) return
  if (name === 'connectedCallback') list(element)
  else if (name === 'disconnectedCallback') unlist(element)
  const definition = definitionOf(element)
  const callback = definition?.lifecycleCallbacks[name as 'connectedCallback']
  const isOfPage = element[S.ownerDocument] === inner(window.document) && !failed.has(element)
  if (definition && callback && isOfPage) {
    if (args && !definition.observedAttributes.has(args[0] as string)) return
    enqueue(element, () => call(window, element, callback, args))
  }
  if (name === 'connectedCallback' || name === 'disconnectedCallback') tellOfForm(window, element)
}

/** Tells a control, after what it hears of its place, of the form that it is in now. */
export function tellOfForm(window: InnerWindow, element: InnerElement): void {
  if (formAssociated(element)) movedControl(window, element as unknown as Element)
}

/** Calls a callback of a custom element, with the namespace that happy-dom leaves out; what it throws is reported. */
export function call(
  window: InnerWindow,
  element: InnerElement,
  callback: (this: InnerElement, ...args: never[]) => unknown,
  args: unknown[] = [],
): void {
  try {
    const result = callback.apply(element, (args.length === 3 ? [...args, null] : args) as never[])
    if (result instanceof Promise) {
      waitFor(
        `a callback of <${element[S.localName]}>`,
        result.catch((error: unknown) => report(window, error)),
        'page',
      )
    }
  } catch (error) {
    report(window, error)
  }
}
