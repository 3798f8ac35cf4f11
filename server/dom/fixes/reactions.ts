/**
 * Runs custom element reactions when the DOM operation that a script called ends, by element.
 * happy-dom calls back at every step, and an exception ends the operation. Reports:
 * docs/happy-dom/custom-element-reactions.md docs/happy-dom/custom-element-errors.md
 */
import { ChildNodeUtility, HappyDOM } from '#happy-dom'
import { Installed } from '../installed.ts'
import { type Definition, type InnerWindow, S, wrap, wrapSetter } from '../internals.ts'
import { report } from '../isolation/errors.ts'
import { definitionOf } from '../isolation/page-elements.ts'
import { perPage } from '../isolation/page-state.ts'
import { waitFor } from '../isolation/pending.ts'
import { onAdopted } from './connect.ts'

type Queue = Map<Element, (() => void)[]>

interface Operation {
  isRunning: boolean
  /** Most operations cause no reactions. */
  queue: Queue | null
  /** Whether nodes move, and are not removed. */
  isMove: boolean
}

/** One at a time, and none outlives its call. */
const operation: Operation = { isRunning: false, queue: null, isMove: false }

/** Queues of operations that have ended, whose reactions run now; the outermost first. */
const ended: Queue[] = []

/** Makes one operation of several steps. */
export function atomically<T>(steps: () => T): T {
  if (!beginOperation()) return steps()
  try {
    return steps()
  } finally {
    endOperation()
  }
}

/** Begins an operation without a closure. @returns Whether the caller ends it. */
export function beginOperation(): boolean {
  if (operation.isRunning) return false
  operation.isRunning = true
  return true
}

export function endOperation(): void {
  operation.isRunning = false
  const { queue } = operation
  if (queue === null) return
  operation.queue = null
  runQueue(queue)
}

export function moving(steps: () => void): void {
  operation.isMove = true
  try {
    steps()
  } finally {
    operation.isMove = false
  }
}

function runQueue(queue: Queue): void {
  ended.push(queue)
  try {
    for (const element of queue.keys()) runReactions(element)
  } finally {
    ended.pop()
  }
}

/** Includes reactions of operations around this one: those of one element stay in order. */
function runReactions(element: Element): void {
  for (const queue of ended) {
    const reactions = queue.get(element)
    if (!reactions) continue
    for (let react = reactions.shift(); react; react = reactions.shift()) react()
  }
}

/** Outside an operation the reaction runs at once, after those that the element waits for. */
export function enqueue(element: Element, reaction: () => void): void {
  const around = ended.at(-1)
  if (operation.isRunning) {
    operation.queue ??= new Map()
    reactionsIn(operation.queue, element).push(reaction)
  } else if (around) {
    reactionsIn(around, element).push(reaction)
    runReactions(element)
  } else reaction()
}

function reactionsIn(queue: Queue, element: Element): (() => void)[] {
  const reactions = queue.get(element) ?? []
  queue.set(element, reactions)
  return reactions
}

/** Elements whose upgrade threw: they get no callbacks. */
export const failedUpgrades = new WeakSet<object>()

/** Elements whose constructors run now: they get no callbacks. A weak set of all would be slow. */
export const upgrading: Element[] = []

type Method = (this: unknown, ...args: unknown[]) => unknown

export function makeAtomic(target: object, ...keys: PropertyKey[]): void {
  for (const key of keys) {
    wrap<Method>(
      target,
      key,
      (original) =>
        function (...args) {
          const isOutermost = beginOperation()
          try {
            return original.apply(this, args)
          } finally {
            if (isOutermost) endOperation()
          }
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
          const isOutermost = beginOperation()
          try {
            original.call(this, value)
          } finally {
            if (isOutermost) endOperation()
          }
        },
    )
  }
}

/**
 * An element sees all siblings that were inserted with it.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions
 */
export function installReactions(window: InnerWindow): void {
  const { Node, Element, Range, ShadowRoot } = window
  makeAtomic(Node.prototype, 'replaceChild', 'normalize')
  makeAtomic(HappyDOM.ParentNodeUtility, 'append', 'prepend', 'replaceChildren')
  makeAtomic(ChildNodeUtility, 'remove', 'replaceWith', 'before', 'after')
  makeSettersAtomic(Element.prototype, 'innerHTML', 'outerHTML', 'textContent')
  makeSettersAtomic(ShadowRoot.prototype, 'innerHTML')
  makeAtomic(Range.prototype, 'insertNode', 'surroundContents', 'deleteContents', 'extractContents')
  const enqueueReaction = (element: Element, name: string, args?: unknown[]) =>
    react(window, element, name, args)
  window[S.customElementReactionStack].enqueueReaction = enqueueReaction
  onAdopted.value = (element, from) =>
    react(window, element, 'adoptedCallback', [from, element[S.ownerDocument]])
}

/** The custom elements in the document. An array is removed from quickly by the element's index. */
const connected = perPage((): Indexed[] => [])

const INDEX = Symbol('index')
type Indexed = Element & { [INDEX]?: number }

export const customElementsShown = (): Iterable<Element> => connected()

function addConnected(element: Indexed): void {
  const elements = connected()
  if (element[INDEX] !== undefined && elements[element[INDEX]] === element) return
  element[INDEX] = elements.push(element) - 1
}

function removeConnected(element: Indexed): void {
  const elements = connected()
  const { [INDEX]: at } = element
  if (at === undefined || elements[at] !== element) return
  const last = elements.pop() as Indexed
  if (last === element) return
  elements[at] = last
  last[INDEX] = at
}

const formAssociated = (element: Element): boolean =>
  (definitionOf(element)?.elementClass as { formAssociated?: boolean } | undefined)
    ?.formAssociated === true

/** Called for controls that are custom elements. */
export const onControlMove = new Installed((_: InnerWindow, __: Element): void => undefined)

function react(window: InnerWindow, element: Element, name: string, args?: unknown[]): void {
  if (!element[S.localName].includes('-') && !element[S.isValue]) return
  if (name === 'connectedCallback') addConnected(element)
  else if (name === 'disconnectedCallback') removeConnected(element)
  const definition = definitionOf(element)
  const callback = definition && callbackOf(definition, name)
  const isCustom = !upgrading.includes(element) && !failedUpgrades.has(element)
  if (definition && callback && isCustom) {
    const isChange = name === 'attributeChangedCallback'
    if (isChange && !definition.observedAttributes.has(args?.[0] as string)) return
    enqueue(element, () => call(window, element, callback, args))
  }
  if (name === 'connectedCallback' || name === 'disconnectedCallback') notifyForm(window, element)
}

/** An element that moves gets `connectedMoveCallback`, if it has one, and no other callback. */
function callbackOf({ elementClass, lifecycleCallbacks }: Definition, name: string) {
  const callback = lifecycleCallbacks[name as 'connectedCallback']
  if (!operation.isMove || !/^(?:dis)?connectedCallback$/.test(name)) return callback
  const { connectedMoveCallback } = elementClass.prototype as {
    connectedMoveCallback?: () => unknown
  }
  if (!connectedMoveCallback) return callback
  // When it is removed, it takes its turn.
  return name === 'connectedCallback' ? () => undefined : connectedMoveCallback
}

export function notifyForm(window: InnerWindow, element: Element): void {
  if (formAssociated(element)) onControlMove.value(window, element)
}

/** Reports errors. */
export function call(
  window: InnerWindow,
  element: Element,
  callback: (this: Element, ...args: never[]) => unknown,
  args: unknown[] = [],
): void {
  try {
    const result = callback.apply(element, args as never[])
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
