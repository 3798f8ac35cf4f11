/**
 * Runs custom element reactions after the DOM operation that a script called, in the order of the
 * touched elements: an element sees all siblings that were inserted with it.
 * `atomically` makes an operation of several steps one. Errors of reactions are reported and never
 * reach the caller.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions
 * happy-dom calls back at every step, and an exception ends the operation. Not reported.
 * Reports: docs/happy-dom/custom-element-reactions.md docs/happy-dom/custom-element-errors.md
 */
import { ChildNodeUtility, ParentNodeUtility } from '#happy-dom'
import { type InnerElement, type InnerWindow, inner, S, wrap, wrapSetter } from '../internals.ts'
import { definitionOf } from '../isolation/elements.ts'
import { report } from '../isolation/errors.ts'
import { waitFor } from '../isolation/pending.ts'

/** Most operations cause no reactions. */
let underWay = false
let queue: Map<InnerElement, (() => void)[]> | null = null

/** Reactions run when the outermost operation ends. */
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

/** Runs it at once without an operation. It must not throw. */
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

/** Elements with a constructor that threw during upgrade. They get no more callbacks. */
export const failed = new WeakSet<object>()

type Method = (this: unknown, ...args: unknown[]) => unknown

export function makeAtomic(target: object, ...keys: PropertyKey[]): void {
  for (const key of keys) {
    wrap<Method>(
      target,
      key,
      (original) =>
        function (...args) {
          return atomically(() => original.apply(this, args))
        },
    )
  }
}

function makeSettersAtomic(target: object, ...keys: PropertyKey[]): void {
  for (const key of keys) {
    wrapSetter<unknown, unknown>(
      target,
      key,
      (original) =>
        function (value) {
          atomically(() => original.call(this, value))
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
 * Custom elements in the document, so that settling need not visit every node.
 * It is a list that never shrinks: V8's sets and maps chain their outgrown tables, and a long-lived
 * one would keep all pages alive until the next full collection.
 */
const shown: (Listed | null)[] = []
let count = 0

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

export function notifyControls(listener: typeof movedControl): void {
  movedControl = listener
}

function react(window: InnerWindow, element: InnerElement, name: string, args?: unknown[]): void {
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
  if (name === 'connectedCallback' || name === 'disconnectedCallback') notifyForm(window, element)
}

export function notifyForm(window: InnerWindow, element: InnerElement): void {
  if (formAssociated(element)) movedControl(window, element as unknown as Element)
}

/** Adds the namespace that happy-dom omits, and reports errors. */
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
