/**
 * What pages can write of the modules that they share: exported objects and classes, such as Preact's `options` or `LitElement`. In:
 * what a kept module exports, when it has been evaluated. Out: the same objects as they were, however a page has left them.
 */
import { intrinsicObjects } from './intrinsic-objects.ts'
import { type Found as Changes, type Kept, keep, type Restored } from './intrinsics.ts'

/** A class that a kept module declares. */
export type Class = { readonly name: string; readonly prototype: object }

/** The objects of kept modules. */
export interface KeptObjects {
  /** Evaluates a kept module: what it changes in others is no page's. */
  evaluate<T>(work: () => T): T
  /** Adds what a kept module exports, and the prototypes of its classes: pages reach those by their objects. */
  add(exports: object, classes: readonly Class[]): void
  isSame(): boolean
  takeBack(): Restored
}

/** So many are put back together: which of them a page has changed takes longer to find. */
const GROUP = 16

/** As deep as options lie in what a module exports. */
const DEPTH = 4

/** @param note Told what cannot be taken back. */
export function keptObjects(note: (what: string) => void): KeptObjects {
  const seen = new WeakSet<object>()
  const known: Kept[] = []

  /** Modules of kept packages may be evaluated one by one, while a page is there that has changed earlier ones. */
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
        // Globals and built-ins are looked at elsewhere.
        seen.add(globalThis)
        for (const { target } of Object.values(intrinsicObjects(globalThis)).flat())
          seen.add(target)
      }
      const found: Found = []
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

type Found = { readonly name: string; readonly target: object }[]

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** Whether it is a node or the like, which is of the document; the prototype of a class of elements is a module's. */
const isTarget = (value: object): boolean =>
  value instanceof EventTarget && !Object.hasOwn(value, 'constructor')

/** Finds an object and what can be reached from it. */
function collect(
  value: object,
  name: string,
  seen: WeakSet<object>,
  found: Found,
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
