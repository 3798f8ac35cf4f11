// Whether the views of a route show a page as they did when their modules were new. A module that remembers what was shown
// before (a store, a counter) shows it in every later snapshot of its thread, however new the view is. No thread can
// take that back; it can be found: the first page of a route is drawn again after others, at the time that it was drawn
// at, and compared. In: pages as they were drawn. Out: what was found, for that page and all later ones of the route: the pool
// has them made by new workers. Ids that only count are no difference.

import type { Page } from '../../src/page.ts'
import { whereTheyDiffer } from '../html/first-difference.ts'
import { nameOf } from './reuse/difference.ts'

/** A page that can be drawn again. */
interface Subject {
  readonly page: Page
}

/** Looks at a page that was drawn. @returns What the log is to say. */
export type MemoryCheck<T extends Subject> = (
  group: string,
  drawing: T,
  body: string,
  /** Draws a page again; undefined: that shows nothing. */
  again: (drawing: T) => Promise<string | undefined>,
) => Promise<string | undefined>

/** After so many pages of a group the first is drawn again; then its group is left alone. */
const CHECKS = new Set([2, 3, 4, 8, 16, 32, 64])
const LAST = Math.max(...CHECKS)

/** Of so many groups the first page is remembered. */
const MAX_GROUPS = 500

/** The pages of one route. */
interface Group<T> {
  drawn: number
  /** Forgotten when there are no more checks. */
  first: { readonly drawing: T; readonly body: string } | undefined
  /** What was found, when the checks that were begun have ended: a page that is drawn meanwhile may be wrong as well. */
  verdict: Promise<string | undefined>
}

/** Makes what looks. */
export function createMemoryCheck<T extends Subject>(): MemoryCheck<T> {
  const groups = new Map<string, Group<T>>()

  return async (name, drawing, body, again) => {
    const group = groups.get(name)
    if (group === undefined) {
      const first = { drawing, body }
      if (groups.size < MAX_GROUPS)
        groups.set(name, { drawn: 1, first, verdict: Promise.resolve(undefined) })
      return undefined
    }
    group.drawn += 1
    const { first } = group
    if (first && CHECKS.has(group.drawn)) {
      if (group.drawn === LAST) group.first = undefined
      const mine = group.verdict.then(async (found) => {
        if (found !== undefined) return found
        const now = await again(first.drawing)
        if (now === undefined || withoutCounts(now) === withoutCounts(first.body)) return undefined
        group.first = undefined
        return finding(first.drawing.page, first.body, now)
      })
      group.verdict = mine.catch(() => undefined)
      return mine
    }
    return group.verdict
  }
}

const finding = (page: Page, before: string, now: string): string =>
  `route "${nameOf(page)}" shows something else for "#!${page.state}" when it is drawn again after other pages: ` +
  `${whereTheyDiffer(before, now)}. A module of its views remembers what was shown before: keep in the view what ` +
  'belongs to a page, or reset it when a view is made.'

/** Ids and what refers to them may end in the number of a counter. */
const withoutCounts = (html: string): string =>
  html.replace(REFERENCE, (attribute) => attribute.replace(/\d+/g, '0'))

const REFERENCE =
  / (?:(?:id|for|list|form|headers|aria-(?:labelledby|describedby|controls|owns|activedescendant|details|flowto|errormessage))="|href="#(?!!))[^"]*"/g
