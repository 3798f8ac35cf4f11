/**
 * Wraps the members of the DOM and of Node that return built-in objects, such as arrays and
 * promises, to convert these for the page's realm. The table of interfaces names them.
 */
import { INTERFACES } from '#happy-dom'
import { defineHidden } from '../internals.ts'
import { pageRealm } from './realm.ts'
import { toPage, toPageCopy, toPageDeep, toPagePromise } from './to-page.ts'

type Convert = <T>(value: T) => T

/** Their values are the page's already, or have no realm that a page could see. */
const LEFT =
  /^(?:Window\.|Navigator\.(?:plugins|mimeTypes)$|(?:Request|Response)\.json$|\w+\.adoptedStyleSheets$|(?:AbortSignal|PromiseRejectionEvent)\.|(?:CustomEvent|PerformanceMeasure)\.detail$|ErrorEvent\.error$|Crypto(?:Key)?\.|\w+QueuingStrategy\.size$|ReadableStreamBYOBRequest\.view$)/

const READ = /^ReadableStream\w+Reader\.read$/

const FUNCTIONS: Readonly<Record<string, Convert>> = {
  createImageBitmap: toPage,
  fetch: toPage,
}

const OBSERVERS =
  'IntersectionObserver MutationObserver PerformanceObserver ReportingObserver ResizeObserver'

/** The class of ports, read before the DOM's takes its name. */
const { MessageEvent: NodesMessage } = globalThis

type Method = (this: unknown, ...args: unknown[]) => unknown

/** SIDE EFFECT: wraps the members of the classes of a global object. */
export function installMembrane(target: object): void {
  const classOf = (name: string): { prototype?: object } | undefined => Reflect.get(target, name)
  for (const [name, { returns }] of Object.entries(INTERFACES)) {
    const prototype = returns && classOf(name)?.prototype
    if (!prototype) continue
    const forEachMember = (members: string | undefined, wrap: (member: string) => void) => {
      for (const member of members?.split(' ') ?? [])
        if (!LEFT.test(`${name}.${member}`)) wrap(member)
    }
    forEachMember(returns.methods, (member) =>
      wrapMethod(prototype, member, READ.test(`${name}.${member}`) ? toPagePromise : toPage),
    )
    forEachMember(returns.kept, (member) => wrapGetter(prototype, member, toPageCopy))
    forEachMember(returns.any, (member) => wrapGetter(prototype, member, toPageDeep))
  }
  for (const [name, convert] of Object.entries(FUNCTIONS)) wrapMethod(target, name, convert)
  for (const name of ['Request', 'Response']) wrapJson(classOf(name)?.prototype)
  for (const name of OBSERVERS.split(' ')) wrapObserver(target, name)
  wrapGetter(NodesMessage.prototype, 'data', toPageDeep)
  wrapSingletons(target)
  const { prototype } = (target as typeof globalThis).ReadableStream
  wrapMethod(prototype, 'values', convertIterator)
  defineHidden(prototype, { [Symbol.asyncIterator]: prototype.values })
}

/** `for await` reads a stream by it. */
function convertIterator<T>(iterator: T): T {
  const { next } = iterator as AsyncIterator<unknown>
  defineHidden(iterator as object, {
    next: (...args: []) => toPagePromise(Reflect.apply(next, iterator, args)),
  })
  return iterator
}

function wrapSingletons(target: object): void {
  const { document, scheduler, screen, Element } = target as Window & typeof globalThis
  wrapMethod(screen.orientation, 'lock', toPage)
  for (const name of ['postTask', 'yield']) wrapMethod(scheduler, name, toPage)
  wrapMethod(document.fonts, 'load', toPage)
  wrapGetter(document.fonts, 'ready', toPageCopy)
  wrapMethod(Element.prototype, 'animate', (animation) => {
    for (const name of ['finished', 'ready']) wrapPromise(animation as object, name)
    return animation
  })
}

function wrapPromise(target: object, name: string): void {
  let value: unknown = Reflect.get(target, name)
  const set = (next: unknown) => {
    value = next
  }
  Object.defineProperty(target, name, { configurable: true, get: () => toPageCopy(value), set })
}

/** A class that derives from another may have the same method. */
const wrapped = new WeakSet<object>()

function wrapMethod(target: object, name: string, convert: Convert): void {
  const owner = ownerOf(target, name)
  const property = Reflect.getOwnPropertyDescriptor(owner, name)
  const original: unknown = property?.value
  if (typeof original !== 'function' || wrapped.has(original)) return
  const { [name]: value } = {
    [name](this: unknown, ...args: unknown[]) {
      return convert(Reflect.apply(original, this, args))
    },
  }
  if (value) wrapped.add(value)
  Object.defineProperty(value, 'length', { value: original.length })
  Reflect.defineProperty(owner, name, { ...property, value })
}

/** The object of the prototype chain that has a member. */
function ownerOf(target: object, name: string): object {
  for (let owner: object | null = target; owner !== null; owner = Reflect.getPrototypeOf(owner))
    if (Object.hasOwn(owner, name)) return owner
  return target
}

function wrapGetter(target: object, name: string, convert: Convert): void {
  const property = Reflect.getOwnPropertyDescriptor(target, name)
  if (!property) return
  const { value, writable: _, get = () => value, ...rest } = property
  Reflect.defineProperty(target, name, {
    ...rest,
    get(this: unknown) {
      return convert(Reflect.apply(get, this, []))
    },
  })
}

/** JSON is parsed in the page's realm: converting a large answer costs more. */
function wrapJson(prototype: object | undefined): void {
  const property = prototype && Reflect.getOwnPropertyDescriptor(prototype, 'json')
  const readText = prototype && (Reflect.get(prototype, 'text') as Method)
  if (!property || !readText) return
  const original = property.value as Method
  const json = function (this: unknown) {
    const realm = pageRealm()
    if (!realm) return Reflect.apply(original, this, [])
    const { parse } = realm.language
    return (Reflect.apply(readText, this, []) as Promise<string>).then((json) => parse(json))
  }
  Reflect.defineProperty(prototype as object, 'json', { ...property, value: json })
}

type ObserverClass = new (callback: Method, ...rest: unknown[]) => object

function wrapObserver(target: object, name: string): void {
  const Native = Reflect.get(target, name) as ObserverClass | undefined
  if (typeof Native !== 'function') return
  const Class: ObserverClass = new Proxy(Native, {
    construct(_, [callback, ...rest], newTarget) {
      if (typeof callback !== 'function')
        return Reflect.construct(Native, [callback, ...rest], newTarget)
      const call: Method = function (list, ...more) {
        return Reflect.apply(callback, this, [toPage(list), ...more])
      }
      return Reflect.construct(Native, [call, ...rest], newTarget === Class ? Native : newTarget)
    },
  })
  Object.defineProperty(Native.prototype, 'constructor', { value: Class })
  Object.defineProperty(target, name, { value: Class, configurable: true, writable: true })
}
