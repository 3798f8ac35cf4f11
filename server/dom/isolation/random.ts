/**
 * Seeds random numbers by page address: the same page has the same ids, bytes and entity tags.
 * Applies to `Math.random`, `crypto.getRandomValues` and `crypto.randomUUID` during a render, and
 * to `Math.random` in modules evaluated beside it. Loaders and `context()` keep real ones, since
 * theirs may be secrets.
 */
import { seededRandom } from '../../diagnostics/runtime/random.ts'
import { type Scope, scope } from './context.ts'

export function randomOf(text: string): () => number {
  // 32-bit FNV-1a.
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return seededRandom(hash)
}

const isDrawing = (own: Scope | undefined): own is Scope & { random: () => number } =>
  own?.random !== undefined && !own.isModule

let starting: (() => number) | undefined

/** Imports modules while nothing else runs. Their random numbers are the same in every thread. */
export async function withSeed<T>(load: () => Promise<T>): Promise<T> {
  starting = randomOf('')
  try {
    return await load()
  } finally {
    starting = undefined
  }
}

export function uuidOf(random: () => number): string {
  const digit = (mark: string) => {
    const value = random() * 16
    return Math.trunc(mark === 'y' ? 8 + value / 4 : value).toString(16)
  }
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, digit)
}

/** SIDE EFFECT: replaces the methods. */
export function installRandom(target: typeof globalThis): void {
  const { random } = Math
  Math.random = () => (scope()?.random ?? starting ?? random)()

  const { Crypto } = target
  const { getRandomValues, randomUUID } = Crypto.prototype
  const methods = {
    getRandomValues<T extends ArrayBufferView>(this: Crypto, array: T): T {
      // Validates the argument; the values are then overwritten.
      const filled = getRandomValues.call(this, array as never) as unknown as T
      const own = scope()
      if (!isDrawing(own)) return filled
      const bytes = new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength)
      for (let at = 0; at < bytes.length; at++) bytes[at] = own.random() * 256
      return filled
    },
    randomUUID(this: Crypto, ...args: []): string {
      const own = scope()
      if (!isDrawing(own)) return randomUUID.apply(this, args)
      return uuidOf(own.random)
    },
  }
  for (const [name, value] of Object.entries(methods)) {
    const method = { configurable: true, enumerable: true, writable: true, value }
    Object.defineProperty(Crypto.prototype, name, method)
  }
}
