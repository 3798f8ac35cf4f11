/**
 * Seeds the random numbers of views, and `Math.random` in modules, by page address: the same page
 * has the same bytes. Loaders and `context()` keep real random numbers, which may be secrets.
 */

import { seededRandom } from '../../diagnostics/runtime/hash.ts'
import { override } from '../internals.ts'
import { isBackground } from './background.ts'
import { isPageOpen, perPage } from './page-state.ts'

export function randomOf(text: string): () => number {
  // 32-bit FNV-1a.
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return seededRandom(hash)
}

const randomness = perPage(({ seed }) => ({
  seeded: randomOf(seed),
  /** Whether the page's loaders have ended. */
  isViewCode: false,
  /** Modules whose top level runs. */
  evaluating: 0,
}))

export function seedViews(): void {
  randomness().isViewCode = true
}

/** Runs the top level of a module. */
export function asModule<T>(work: () => T): T {
  const state = randomness()
  state.evaluating += 1
  try {
    return work()
  } finally {
    state.evaluating -= 1
  }
}

/** @returns Undefined if the numbers of the running code are not seeded. */
function ofPage(code: 'views' | 'views and modules'): (() => number) | undefined {
  const { seeded, isViewCode, evaluating } = randomness()
  const isSeeded = isViewCode || (code === 'views and modules' && evaluating > 0)
  return isSeeded && isPageOpen() && !isBackground() ? seeded : undefined
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
  Math.random = () => (ofPage('views and modules') ?? random)()

  override<Crypto, object>(target.Crypto.prototype, {
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      // Validates the argument; the values are then overwritten.
      const filled: T = super.getRandomValues(array)
      const next = ofPage('views')
      if (!next) return filled
      const bytes = new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength)
      for (let index = 0; index < bytes.length; index++) bytes[index] = next() * 256
      return filled
    },
    randomUUID(...args: []): string {
      const next = ofPage('views')
      return next ? uuidOf(next) : super.randomUUID(...args)
    },
  })
}
