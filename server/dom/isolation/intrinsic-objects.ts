/**
 * Finds the objects that all pages share: classes, prototypes, and namespaces such as `Math`, of
 * the language, Node and the DOM. Names each for messages.
 */
import { isDeferred } from './fetch-classes.ts'
import { isObject, type Named } from './shared-objects.ts'

const NAMESPACES = 'Atomics CSS Intl JSON Math NodeFilter Reflect WebAssembly'.split(' ')

/** The `fetch` classes come with `beforeFetchClasses`. */
const FETCH = new Set(['FormData', 'Headers', 'Request', 'Response'])

type NamedByObject = Map<object, string>

function add(found: NamedByObject, name: string, value: unknown): void {
  if (!isObject(value) || found.has(value) || value === globalThis) return
  found.set(value, name)
  add(found, `Object.getPrototypeOf(${name})`, Object.getPrototypeOf(value))
  if (typeof value !== 'function') return
  const { value: prototype } = Object.getOwnPropertyDescriptor(value, 'prototype') ?? {}
  add(found, `${name}.prototype`, prototype)
}

function addNamespace(found: NamedByObject, name: string, value: object): void {
  add(found, name, value)
  for (const [key, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (/^[A-Z]/.test(key) && typeof member === 'function') add(found, `${name}.${key}`, member)
  }
}

function addNameless(found: NamedByObject): void {
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
      let at = Object.getPrototypeOf(sample);
      at && !found.has(at);
      at = Object.getPrototypeOf(at)
    ) {
      add(found, `the prototype of every ${name}`, at)
      const { value } = Object.getOwnPropertyDescriptor(at, 'constructor') ?? {}
      add(found, `the constructor of every ${name}`, value)
      // The prototype of generators.
      add(
        found,
        `what every ${name} makes`,
        Object.getOwnPropertyDescriptor(at, 'prototype')?.value,
      )
    }
  }
}

const listed = (found: NamedByObject): Named[] =>
  [...found].map(([target, name]) => ({ name, target }))

export function classesOf(named: object): Named[] {
  const found: NamedByObject = new Map()
  for (const [name, value] of Object.entries(named)) add(found, name, value)
  return listed(found)
}

export function intrinsicObjects(target: object): readonly Named[] {
  const found: NamedByObject = new Map()
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (!/^[A-Z]/.test(name) || FETCH.has(name)) continue
    // Node's accessors load a value once; others may do anything.
    const isNamespace = NAMESPACES.includes(name)
    if (property.get && !isNamespace && !isDeferred(name, property)) continue
    const value: unknown = property.get ? property.get.call(target) : property.value
    if (isNamespace && isObject(value)) addNamespace(found, name, value)
    else if (typeof value === 'function') add(found, name, value)
  }
  addNameless(found)
  return listed(found)
}
