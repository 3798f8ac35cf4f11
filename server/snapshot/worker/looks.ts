// How closely a page is looked at when it has ended. Code that changes what pages share mostly does
// so each time: the first pages of the worker and of each route tell.

import type { Comparison } from '../../dom/index.ts'

const FIRST = 8
const FIRST_OF_ROUTE = 2
const EVERY = 32

export interface Looks {
  /** For the next page, of this route. */
  next(route: string): Comparison
}

export function createLooks(): Looks {
  const seen = new Map<string, number>()
  let pages = 0
  return {
    next(route) {
      const before = seen.get(route) ?? 0
      if (before < FIRST_OF_ROUTE) seen.set(route, before + 1)
      pages += 1
      const isWhole = pages <= FIRST || before < FIRST_OF_ROUTE || pages % EVERY === 0
      return isWhole ? 'full' : 'quick'
    },
  }
}
