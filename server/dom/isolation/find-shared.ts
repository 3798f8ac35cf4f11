/**
 * Finds the objects that all pages share, with names for messages, for the baseline: intrinsics,
 * classes of Node and the DOM, objects of the window, and exports of kept modules.
 */
import { createRequire } from 'node:module'
import { isInside } from '../internals.ts'
import { isDeferred } from './http-client.ts'
import { isObject, isPrivate, type SharedObject } from './shared-objects.ts'

const NAMESPACES = 'Atomics CSS Intl JSON Math NodeFilter Reflect WebAssembly'.split(' ')

const FETCH = new Set(['FormData', 'Headers', 'Request', 'Response'])

type NamesByObject = Map<object, string>

export function languageObjects(target: object): readonly SharedObject[] {
  const names: NamesByObject = new Map()
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (FETCH.has(name)) continue
    if (!/^[A-Z]/.test(name)) {
      if (typeof property.value === 'function') add(names, name, property.value)
      continue
    }
    // Node's accessors load a value once; others may do anything.
    const isNamespace = NAMESPACES.includes(name)
    if (property.get && !isNamespace && !isDeferred(name, property)) continue
    const value: unknown = property.get ? property.get.call(target) : property.value
    if (isNamespace && isObject(value)) addNamespace(names, name, value)
    else if (typeof value === 'function') add(names, name, value)
  }
  addNameless(names)
  return [...listed(names), ...nodeObjects()]
}

/** Node keeps its state in properties of that spelling. Each read of `ppid` asks the system. */
const isOfNode = (key: PropertyKey): boolean =>
  typeof key === 'string' && (key[0] === '_' || key === 'ppid')

const { cache, extensions } = createRequire(import.meta.url)

/** `process.env` is restored with the globals; `require.cache` grows with each module. */
function nodeObjects(): readonly SharedObject[] {
  const names: NamesByObject = new Map()
  add(names, 'process', process)
  add(names, 'require.extensions', extensions)
  return listed(names).map((one) => ({ ...one, mayChange: isOfNode }))
}

/** Objects that exports of kept modules lead to, and that are no part of the comparison. */
export const NOT_COMPARED: readonly object[] = [globalThis, cache]

export function classesOf(classes: object): SharedObject[] {
  const names: NamesByObject = new Map()
  for (const [name, value] of Object.entries(classes)) add(names, name, value)
  return listed(names)
}

const listed = (names: NamesByObject): SharedObject[] =>
  [...names].map(([target, name]) => ({ name, target }))

function add(names: NamesByObject, name: string, value: unknown): void {
  if (!isObject(value) || names.has(value) || value === globalThis) return
  names.set(value, name)
  add(names, `Object.getPrototypeOf(${name})`, Object.getPrototypeOf(value))
  if (typeof value !== 'function') return
  const { value: prototype } = Object.getOwnPropertyDescriptor(value, 'prototype') ?? {}
  add(names, `${name}.prototype`, prototype)
}

function addNamespace(names: NamesByObject, name: string, value: object): void {
  add(names, name, value)
  for (const [key, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (/^[A-Z]/.test(key) && typeof member === 'function') add(names, `${name}.${key}`, member)
  }
}

function addNameless(names: NamesByObject): void {
  const samples: Record<string, object> = {
    'array iterator': [][Symbol.iterator](),
    'string iterator': ''[Symbol.iterator](),
    'map iterator': new Map().entries(),
    'set iterator': new Set().entries(),
    'match iterator': ''.matchAll(/./g),
    generator: function* () {},
    'async generator': async function* () {},
    'async function': async () => {},
  }
  for (const [name, sample] of Object.entries(samples)) {
    for (
      let prototype = Object.getPrototypeOf(sample);
      prototype && !names.has(prototype);
      prototype = Object.getPrototypeOf(prototype)
    ) {
      const valueAt = (key: string) => Object.getOwnPropertyDescriptor(prototype, key)?.value
      add(names, `the prototype of every ${name}`, prototype)
      add(names, `the constructor of every ${name}`, valueAt('constructor'))
      add(names, `what every ${name} makes`, valueAt('prototype'))
    }
  }
}

/** The objects of a window that outlive its pages, such as the document and the navigator. */
export function windowObjects(window: Window & typeof globalThis): readonly SharedObject[] {
  const { document, navigator, history, location, screen, customElements } = window
  const { localStorage, sessionStorage, visualViewport } = window
  const { performance, crypto, console } = globalThis
  const roots = {
    document,
    navigator,
    history,
    location,
    screen,
    customElements,
    localStorage,
    sessionStorage,
    visualViewport,
    performance,
    crypto,
    console,
    scheduler: Reflect.get(window, 'scheduler'),
    'document.fonts': document.fonts,
  }
  const globals = new Set<object>([window, globalThis])
  const names: NamesByObject = new Map()
  for (const [name, value] of Object.entries(roots)) if (isObject(value)) names.set(value, name)
  // The iteration reaches objects that are added on the way.
  for (const [object, name] of names)
    for (const [key, value] of behindAccessors(object))
      if (!names.has(value) && !globals.has(value)) names.set(value, `${name}.${key}`)
  return [...names].map(([target, name]) => ({
    name,
    target,
    mayChange: keepsState(target) ? isInside : undefined,
  }))
}

/** happy-dom keeps the page's state behind symbols. */
const keepsState = (target: object): boolean =>
  target instanceof EventTarget || Object.getOwnPropertySymbols(target).length > 0

/**
 * Objects that an accessor returns each time. Nodes and lists go with the document; Node's
 * `console._stderr` changes with every line.
 */
function* behindAccessors(object: object): Generator<[key: string, value: object]> {
  for (const [key, { get }] of accessorsOf(object)) {
    const value = get && read(object, get)
    if (!isObject(value) || value instanceof Node || 'length' in value || key[0] === '_') continue
    if (value === read(object, get as () => unknown)) yield [key, value]
  }
}

export function accessorsOf(object: object): Map<string, PropertyDescriptor> {
  const accessors = new Map<string, PropertyDescriptor>()
  for (let owner: object | null = object; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (key !== '__proto__' && !accessors.has(key) && (property.get || property.set))
        accessors.set(key, property)
  }
  return accessors
}

/** @returns Undefined if it throws. */
export function read(object: object, get: () => unknown): unknown {
  try {
    return get.call(object)
  } catch {
    return undefined
  }
}

export type Class = { readonly name: string; readonly prototype: object }

const DEPTH = 4

const isUncompared = (key: PropertyKey): boolean => isPrivate(key) || isInside(key)

/** Nodes belong to the document; prototypes of elements belong to modules. */
const isTarget = (value: object): boolean =>
  value instanceof EventTarget && !Object.hasOwn(value, 'constructor')

/**
 * The objects of a kept module that pages reach, such as Preact's `options` or `LitElement`.
 * @param seen Objects found before, which it adds to. @param onStuck As in `SharedObject`.
 */
export function exportedObjects(
  exports: object,
  classes: readonly Class[],
  seen: WeakSet<object>,
  onStuck?: () => void,
): readonly SharedObject[] {
  const objects: SharedObject[] = []
  const add = (name: string, target: object) =>
    objects.push({
      name,
      target,
      isKept: true,
      mayChange: isUncompared,
      ...(onStuck && { onStuck }),
    })
  collect(exports, '', DEPTH)
  for (const { name, prototype } of classes) {
    if (seen.has(prototype) || Object.isFrozen(prototype)) continue
    seen.add(prototype)
    add(`${name}.prototype`, prototype)
  }
  return objects

  function collect(value: object, name: string, depth: number): void {
    if (depth < 0 || seen.has(value) || isTarget(value)) return
    seen.add(value)
    const isNamespace = Object.prototype.toString.call(value) === '[object Module]'
    if (!isNamespace && !Object.isFrozen(value)) add(name, value)
    for (const key of Reflect.ownKeys(value)) {
      if (isPrivate(key)) continue
      const property = Reflect.getOwnPropertyDescriptor(value, key)
      const member: unknown = isNamespace ? Reflect.get(value, key) : property?.value
      const memberName = name === '' ? String(key) : `${name}.${String(key)}`
      if (isObject(member)) collect(member, memberName, key === 'prototype' ? 0 : depth - 1)
    }
    const prototype = Object.getPrototypeOf(value)
    if (prototype) collect(prototype, `the prototype of ${name}`, 0)
  }
}
