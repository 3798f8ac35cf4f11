/**
 * Finds what pages can reach of a kept module, such as Preact's `options` or `LitElement`: its
 * exports, their members, and the classes that it declares.
 */
import { isObject, isPrivate, type Named } from './shared-objects.ts'

/** A class of a kept module. */
export type Class = { readonly name: string; readonly prototype: object }

const DEPTH = 4

/**
 * Whether it belongs to the document, such as a node. Prototypes of element classes belong to
 * modules.
 */
const isTarget = (value: object): boolean =>
  value instanceof EventTarget && !Object.hasOwn(value, 'constructor')

/** @param seen Objects found before, which it adds to. */
export function exportedObjects(
  exports: object,
  classes: readonly Class[],
  seen: WeakSet<object>,
): readonly Named[] {
  const found: Named[] = []
  collect(exports, '', DEPTH)
  for (const { name, prototype } of classes) {
    if (seen.has(prototype) || Object.isFrozen(prototype)) continue
    seen.add(prototype)
    found.push({ name: `${name}.prototype`, target: prototype, isKept: true })
  }
  return found

  function collect(value: object, name: string, depth: number): void {
    if (depth < 0 || seen.has(value) || isTarget(value)) return
    seen.add(value)
    const isNamespace = Object.prototype.toString.call(value) === '[object Module]'
    if (!isNamespace && !Object.isFrozen(value)) found.push({ name, target: value, isKept: true })
    for (const key of Reflect.ownKeys(value)) {
      if (isPrivate(key)) continue
      const property = Reflect.getOwnPropertyDescriptor(value, key)
      const member: unknown = isNamespace ? Reflect.get(value, key) : property?.value
      const own = name === '' ? String(key) : `${name}.${String(key)}`
      if (isObject(member)) collect(member, own, key === 'prototype' ? 0 : depth - 1)
    }
    const prototype = Object.getPrototypeOf(value)
    if (prototype) collect(prototype, `the prototype of ${name}`, 0)
  }
}
