// What the log says of a view that lies when it is used again. In: a page, and what was drawn of it both ways.
// Out: a sentence with the route, the first difference, the cause and the remedy.

import type { Page } from '../../../src/page.ts'
import { whereTheyDiffer } from '../../html/first-difference.ts'

const REMEDY =
  'In the browser it will too, on the way from one state of the route to another. From now on it is made anew for ' +
  'every snapshot: take `reuse: true` from the route, or mend the view; `hashbang verify --reuse` tells when it is right.'

/** Says how they differ; undefined: they do not. */
export function difference(page: Page, fresh: string, used: string): string | undefined {
  if (fresh === used) return undefined
  return (
    `the view of route "${nameOf(page)}" shows something else for "#!${page.state}" when it is given another page than ` +
    `when it is made for it: ${whereTheyDiffer(fresh, used)}. ${REMEDY}`
  )
}

/** Says what a view reported that reports nothing when it is made for the page. */
export const failure = (page: Page, what: string): string =>
  `the view of route "${nameOf(page)}" fails for "#!${page.state}" when it is given another page, and not when it is ` +
  `made for it: ${what}. ${REMEDY}`

/** The route that a page is of. */
export const nameOf = ({ levels }: Page): string => levels.at(-1)?.name ?? ''
