// Where a state is, by the scheme of its table: the URL that people see, and the way back from a path.
// In: tables, states; paths of anyone. Out: absolute URLs of the configured origin; the page of a path.

import type { Table } from '../../src/define-routes.ts'
import { inFragment } from '../../src/scheme.ts'
import { markdownState } from '../html/markdown-address.ts'
import type { Readables } from '../html/readable-links.ts'
import { escapeQuery } from '../http/request-target.ts'
import type { Shell } from './html-shell.ts'

/** A page of a site whose states may be paths. */
export interface PathPage {
  readonly shell: Shell
  readonly table?: Table | undefined
  readonly everyone?: boolean | undefined
}

/** The page of a path. */
export interface Place extends Partial<PathPage> {
  readonly page: string
  /** As it stands in the path. */
  readonly state: string
  /** `only`: the path is that of its Markdown. `either`: the page has Markdown beside its HTML. Default: neither. */
  readonly markdown?: 'only' | 'either' | undefined
}

/** Gives the readable addresses of the pages whose states are after `#!`. */
export const readablesOf = (
  pages: Iterable<readonly [string, Pick<PathPage, 'table'>]>,
): Readables =>
  new Map(
    [...pages].flatMap(([page, { table }]) => {
      const { readable } = table?.options ?? {}
      return table && readable && inFragment(table.scheme) ? [[page, readable] as const] : []
    }),
  )

/** Finds the page of a path and a query. */
export type FindPlace = (path: string, query: string) => Place | undefined

/**
 * Makes a finder; undefined when no table of the site keeps its states in paths, and none has readable addresses.
 *
 * @param isFiles Whether a path is of the app's files, whatever a table matches.
 * @param adopted The readable addresses of pages without tables.
 * @param missing A path that is a page although no table may match it: the one that says so. Default: there is none.
 */
export function placesOf(
  origin: string,
  pages: ReadonlyMap<string, PathPage>,
  isFiles: (path: string) => boolean = () => false,
  missing?: string,
  adopted: Readables = new Map(),
): FindPlace | undefined {
  const inPaths = [...pages].flatMap(([page, one]) =>
    one.table && !inFragment(one.table.scheme) ? [{ ...one, page, table: one.table }] : [],
  )
  const readables = new Map([...readablesOf(pages), ...adopted])
  const findReadable = readablePlaces(origin, readables)
  if (inPaths.length + readables.size === 0) return undefined
  return (path, query) => {
    const url = urlOf(origin, path, query)
    if (url === undefined) return undefined
    for (const one of inPaths) {
      const state = one.table.scheme.stateOf(url)
      if (state !== null && (path === missing || one.table.match(state))) {
        return isFiles(path) ? undefined : { ...one, state }
      }
    }
    const place = findReadable(path, query)
    return place === undefined || isFiles(path) ? undefined : { ...pages.get(place.page), ...place }
  }
}

/** Makes a finder of readable addresses: all that is under a prefix is a state, if only one that is missing. */
export const readablePlaces =
  (origin: string, readables: Readables): FindPlace =>
  (path, query) => {
    for (const [page, scheme] of readables) {
      const url = path.startsWith(scheme.prefix) ? urlOf(origin, path, query) : undefined
      if (url === undefined) continue
      const state = scheme.stateOf(url)
      const either = scheme.markdown ? 'either' : undefined
      if (state !== null) return { page, state, everyone: true, markdown: either }
      const inMarkdown = scheme.markdown ? markdownState(scheme, url) : null
      if (inMarkdown !== null) return { page, state: inMarkdown, everyone: true, markdown: 'only' }
    }
    return undefined
  }

function urlOf(origin: string, path: string, query: string): URL | undefined {
  const text = origin + path + (query === '' ? '' : `?${escapeQuery(query)}`)
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // Not what another path would be normalised to.
  return url.pathname === path ? url : undefined
}
