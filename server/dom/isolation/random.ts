/**
 * Seeds the random numbers of views, and `Math.random` in modules, by page address: the same page
 * has the same bytes. Loaders and `context()` keep real random numbers, which may be secrets.
 */

import { seededRandom } from '../../diagnostics/runtime/hash.ts'
import { override } from '../internals.ts'
import { isBackground } from './background.ts'

export function randomOf(text: string): () => number {
  // 32-bit FNV-1a.
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return seededRandom(hash)
}

let seeded: (() => number) | undefined
/** Whether the page's loaders have ended. */
let isViewCode = false
let evaluating = 0

/** @param seed Undefined: no page is open. */
export function setSeed(seed: string | undefined): void {
  seeded = seed === undefined ? undefined : randomOf(seed)
  isViewCode = false
}

export function seedViews(): void {
  isViewCode = true
}

/** Runs the top level of a module. */
export function asModule<T>(work: () => T): T {
  evaluating += 1
  try {
    return work()
  } finally {
    evaluating -= 1
  }
}

const ofPage = () => (isBackground() ? undefined : seeded)

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
  Math.random = () => ((isViewCode || evaluating > 0 ? ofPage() : undefined) ?? random)()

  override<Crypto, object>(target.Crypto.prototype, {
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      // Validates the argument; the values are then overwritten.
      const filled: T = super.getRandomValues(array)
      const own = isViewCode ? ofPage() : undefined
      if (!own) return filled
      const bytes = new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength)
      for (let at = 0; at < bytes.length; at++) bytes[at] = own() * 256
      return filled
    },
    randomUUID(...args: []): string {
      const own = isViewCode ? ofPage() : undefined
      return own ? uuidOf(own) : super.randomUUID(...args)
    },
  })
}
