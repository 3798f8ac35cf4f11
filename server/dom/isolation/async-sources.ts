/**
 * Counts bodies, streams, cryptography, WebAssembly and dynamic imports as pending work of the page
 * that started them, so its clock waits.
 */
import { defineHidden } from '../internals.ts'
import { beforeFetchClasses } from './http-client.ts'
import { PageContext } from './page-context.ts'
import { type Source, waitFor } from './pending.ts'
import { inRender } from './timers.ts'

type Method = (this: unknown, ...args: unknown[]) => unknown

const BODY = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']

const WASM = ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']

/** Classes whose work never depends on the page, as streams may. */
const OUTSIDE = /^(?:Blob|SubtleCrypto|WebAssembly)$/

const SOURCES: Readonly<Record<string, readonly string[]>> = {
  Blob: ['arrayBuffer', 'bytes', 'text'],
  ReadableStream: ['pipeTo'],
  ReadableStreamDefaultReader: ['read'],
  ReadableStreamBYOBReader: ['read'],
  WritableStreamDefaultWriter: ['write', 'close'],
  SubtleCrypto:
    'decapsulateBits decapsulateKey decrypt deriveBits deriveKey digest encapsulateBits encapsulateKey encrypt exportKey generateKey getPublicKey importKey sign unwrapKey verify wrapKey'.split(
      ' ',
    ),
}

/** SIDE EFFECT: wraps the methods. */
export function installAsyncSources(target: Record<string, unknown>): void {
  for (const [name, methods] of Object.entries(SOURCES)) wrap(name, target[name], methods)
  wrapOn('WebAssembly', target.WebAssembly as Record<string, unknown>, WASM)
  countIteration(target.ReadableStream as { prototype: Record<PropertyKey, unknown> })
  beforeFetchClasses(({ Request, Response }) => {
    wrap('Request', Request, BODY)
    wrap('Response', Response, BODY)
  })
}

function wrap(name: string, of: unknown, methods: readonly string[]): void {
  wrapOn(name, (of as { prototype: Record<string, unknown> }).prototype, methods)
}

function wrapOn(name: string, target: Record<string, unknown>, methods: readonly string[]): void {
  for (const method of methods) {
    const original = target[method]
    if (typeof original !== 'function') continue
    const wrapped: Method = function (...args) {
      const source = OUTSIDE.test(name) ? 'outside' : 'read'
      return counted(`${name}.${method}()`, original.apply(this, args), source)
    }
    defineHidden(target, { [method]: wrapped })
  }
}

/** The page gets a promise of its own: a rejection that it does not handle is still reported. */
function counted(what: string, result: unknown, source: Source): unknown {
  return inRender() && result instanceof Promise ? countedPromise(what, result, source) : result
}

function countedPromise<T>(what: string, promise: Promise<T>, source: Source): Promise<T> {
  waitFor(
    what,
    promise.catch(() => undefined),
    source,
  )
  return promise.then((value) => value)
}

/** `for await` bypasses the reader's methods. */
function countIteration({ prototype }: { prototype: Record<PropertyKey, unknown> }): void {
  const original = prototype.values as (this: unknown, options?: unknown) => AsyncIterator<unknown>
  const values = function (this: unknown, options?: unknown) {
    const iterator = original.call(this, options)
    const { next } = iterator
    iterator.next = (...args: []) =>
      counted('ReadableStream.values()', next.apply(iterator, args), 'read') as ReturnType<
        typeof next
      >
    return iterator
  }
  defineHidden(prototype, { values, [Symbol.asyncIterator]: values })
}

export const waitForImport = <T>(module: Promise<T>): Promise<T> =>
  inRender() ? countedPromise('an import of a module', module, 'page') : module

/**
 * SIDE EFFECT: defines the global that built modules call at dynamic imports, with style URLs in
 * import order.
 */
export function noteImports(): void {
  const note = <T>(module: Promise<T>, styles: readonly string[]): Promise<T> => {
    for (const style of styles) PageContext.current?.styles.add(style)
    return waitForImport(module)
  }
  Object.defineProperty(globalThis, Symbol.for('hashbang-router.imported'), { value: note })
}
