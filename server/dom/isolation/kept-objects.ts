/**
 * Restores writable objects of kept modules, such as Preact's `options` or `LitElement`, to their
 * state after evaluation.
 */
import { intrinsicObjects } from './intrinsic-objects.ts'
import { type Baseline, type NamedObjects as Changes, keep, type Restored } from './intrinsics.ts'

export type Class = { readonly name: string; readonly prototype: object }

export interface KeptObjects {
  /** Evaluates a kept module: its changes to others belong to no page. */
  evaluate<T>(work: () => T): T
  /** Adds exports and class prototypes, which pages reach through instances. */
  add(exports: object, classes: readonly Class[]): void
  isSame(): boolean
  takeBack(): Restored
}

/** Size of a group: finding the changed object would take longer than restoring all. */
const GROUP = 16

const DEPTH = 4

/** @param note Called with each change that cannot be undone. */
export function keptObjects(note: (what: string) => void): KeptObjects {
  const seen = new WeakSet<object>()
  const known: Baseline[] = []

  /** Kept modules may be evaluated one by one, during a page that has changed earlier ones. */
  function evaluate<T>(work: () => T): T {
    const watched = known.map((one) => (one.isUntouched('wholly') ? undefined : one.watch()))
    const made = work()
    known.forEach((one, at) => {
      const merge = watched[at]
      if (!merge) one.adopt()
      else
        for (const name of merge())
          note(`${name.replace(/^\./, '')}, which a module that pages share changed after the page`)
    })
    return made
  }

  return {
    evaluate,
    add(exports, classes) {
      if (known.length === 0) {
        // Globals and built-ins are compared elsewhere.
        seen.add(globalThis)
        for (const { target } of Object.values(intrinsicObjects(globalThis)).flat())
          seen.add(target)
      }
      const found: NamedObjects = []
      collect(exports, '', seen, found, DEPTH)
      for (const { name, prototype } of classes) {
        if (seen.has(prototype) || Object.isFrozen(prototype)) continue
        seen.add(prototype)
        found.push({ name: `${name}.prototype`, target: prototype })
      }
      for (let at = 0; at < found.length; at += GROUP) known.push(keep(found.slice(at, at + GROUP)))
    },
    isSame: () => known.every((one) => one.isUntouched('quickly')),
    takeBack() {
      const found: Changes = { stays: [], changed: [] }
      for (const one of known) if (!one.isUntouched('wholly')) one.restore(found)
      return found
    },
  }
}

type NamedObjects = { readonly name: string; readonly target: object }[]

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/**
 * Whether it belongs to the document, such as a node. Prototypes of element classes belong to
 * modules.
 */
const isTarget = (value: object): boolean =>
  value instanceof EventTarget && !Object.hasOwn(value, 'constructor')

function collect(
  value: object,
  name: string,
  seen: WeakSet<object>,
  found: NamedObjects,
  depth: number,
): void {
  if (depth < 0 || seen.has(value) || isTarget(value)) return
  seen.add(value)
  const isNamespace = Object.prototype.toString.call(value) === '[object Module]'
  if (!isNamespace && !Object.isFrozen(value)) found.push({ name, target: value })
  for (const key of Reflect.ownKeys(value)) {
    const property = Reflect.getOwnPropertyDescriptor(value, key)
    const member: unknown = isNamespace ? Reflect.get(value, key) : property?.value
    const isClass = key === 'prototype'
    if (isObject(member))
      collect(member, `${name}.${String(key)}`, seen, found, isClass ? 0 : depth - 1)
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype) collect(prototype, `the prototype of ${name}`, seen, found, 0)
}
