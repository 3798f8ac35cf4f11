// Where a state is, by the scheme of its table: the URL that people see, and the way back from a path.
// In: tables, states; paths of anyone. Out: absolute URLs of the configured origin; the page of a path.

import type { Table } from '../src/routes.ts'
import { hashbang, type Scheme } from '../src/scheme.ts'
import { prettyUrl } from '../src/url.ts'
import type { Shell } from './shell.ts'
import { escapeQuery } from './target.ts'

/** Gives the absolute URL that people see. @param page The page's URL without a fragment. */
export function stateUrl(scheme: Scheme, page: string, state: string): string {
  try {
    const href = scheme.href(state)
    return href.startsWith('#') ? prettyUrl(page, state) : new URL(href, page).href
  } catch {
    // A state without a path is nobody's page: the page that says so is.
    return page
  }
}

/** A page of a site whose states may be paths. */
export interface PathPage {
  readonly shell: Shell
  readonly table?: Table | undefined
  readonly everyone?: boolean | undefined
}

/** The page of a path. */
export interface Place extends PathPage {
  readonly page: string
  readonly table: Table
  /** As it stands in the path. */
  readonly state: string
}

/** Finds the page of a path and a query. */
export type FindPlace = (path: string, query: string) => Place | undefined

/** Makes a finder; undefined when no table of the site keeps its states in paths. */
export function placesOf(
  origin: string,
  pages: ReadonlyMap<string, PathPage>,
): FindPlace | undefined {
  const inPaths = [...pages].flatMap(([page, one]) =>
    one.table && !inFragment(one.table.scheme) ? [{ ...one, page, table: one.table }] : [],
  )
  if (inPaths.length === 0) return undefined
  return (path, query) => {
    const text = origin + path + (query === '' ? '' : `?${escapeQuery(query)}`)
    if (!URL.canParse(text)) return undefined
    const url = new URL(text)
    // Not what another path would be normalised to.
    if (url.pathname !== path) return undefined
    for (const one of inPaths) {
      const state = one.table.scheme.stateOf(url)
      if (state !== null && one.table.match(state)) return { ...one, state }
    }
    return undefined
  }
}

const inFragment = (scheme: Scheme): boolean =>
  scheme === hashbang || scheme.href('').startsWith('#')
