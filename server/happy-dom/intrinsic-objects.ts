/**
 * Finds the objects that all pages of a thread share by the language, Node and the DOM: classes, their prototypes, and namespaces
 * such as `Math`. In: the global object. Out: each object once, with a name for messages.
 */
import { isDeferred } from './fetch-classes.ts'

/** An object to keep, and how a page would write it. */
export interface Intrinsic {
  readonly name: string
  readonly target: object
}

const NAMESPACES = 'Atomics CSS Intl JSON Math NodeFilter Reflect WebAssembly'.split(' ')

/** The names of the language, on any global object. */
const LANGUAGE =
  /^(?:Aggregate\w*|Array|ArrayBuffer|Async\w+|Atomics|BigInt|Boolean|DataView|Date|Disposable\w*|FinalizationRegistry|Function|Intl|Iterator|JSON|Map|Math|Number|Object|Promise|Proxy|Reflect|RegExp|Set|SharedArrayBuffer|String|Suppressed\w*|Symbol|Weak\w+|\w*Error|\w+Array)$/

/** Those of `fetch` come with `beforeFetchClasses`. */
const FETCH = new Set(['FormData', 'Headers', 'Request', 'Response'])

type Found = Map<object, string>

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** Adds an object, what it inherits from, and the prototype that it gives to others. */
function add(found: Found, name: string, value: unknown): void {
  if (!isObject(value) || found.has(value) || value === globalThis) return
  found.set(value, name)
  add(found, `Object.getPrototypeOf(${name})`, Object.getPrototypeOf(value))
  if (typeof value !== 'function') return
  const { value: prototype } = Object.getOwnPropertyDescriptor(value, 'prototype') ?? {}
  add(found, `${name}.prototype`, prototype)
}

function addNamespace(found: Found, name: string, value: object): void {
  add(found, name, value)
  for (const [key, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (/^[A-Z]/.test(key) && typeof member === 'function') add(found, `${name}.${key}`, member)
  }
}

/** What the language has without a name. */
function addNameless(found: Found): void {
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
      // Of generators, which inherit from it.
      add(
        found,
        `what every ${name} makes`,
        Object.getOwnPropertyDescriptor(at, 'prototype')?.value,
      )
    }
  }
}

const listed = (found: Found): Intrinsic[] => [...found].map(([target, name]) => ({ name, target }))

/** The classes of a record, with their prototypes. */
export function classesOf(named: object): Intrinsic[] {
  const found: Found = new Map()
  for (const [name, value] of Object.entries(named)) add(found, name, value)
  return listed(found)
}

/** What all pages of a thread share. */
export interface IntrinsicObjects {
  /** Of the language. */
  readonly language: readonly Intrinsic[]
  /** Of Node and the DOM. */
  readonly others: readonly Intrinsic[]
}

/** Finds the objects of a global object. */
export function intrinsicObjects(target: object): IntrinsicObjects {
  const found: Found = new Map()
  const addAll = (isWanted: (name: string) => boolean) => {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
      if (!/^[A-Z]/.test(name) || FETCH.has(name) || !isWanted(name)) continue
      // An accessor of Node's loads what it gives once; others may be anything.
      const isNamespace = NAMESPACES.includes(name)
      if (property.get && !isNamespace && !isDeferred(name, property)) continue
      const value: unknown = property.get ? property.get.call(target) : property.value
      if (isNamespace && isObject(value)) addNamespace(found, name, value)
      else if (typeof value === 'function') add(found, name, value)
    }
  }
  addAll((name) => LANGUAGE.test(name))
  addNameless(found)
  const language = listed(found)
  addAll(() => true)
  return { language, others: listed(found).slice(language.length) }
}
