// Decides how closely the close of a page compares the objects that pages share. Most code that
// changes one does so each time, so the first pages are compared wholly.

import type { Comparison } from '../../dom/index.ts'

const FIRST = 8
const FIRST_OF_ROUTE = 2
const EVERY = 32

/** @returns The depth after the next page, by its route. */
export function createDepths(): (route: string) => Comparison {
  const pagesOf = new Map<string, number>()
  let pages = 0
  return (route) => {
    const before = pagesOf.get(route) ?? 0
    if (before < FIRST_OF_ROUTE) pagesOf.set(route, before + 1)
    pages += 1
    const isWhole = pages <= FIRST || before < FIRST_OF_ROUTE || pages % EVERY === 0
    return isWhole ? 'full' : 'quick'
  }
}
