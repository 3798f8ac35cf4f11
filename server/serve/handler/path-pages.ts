// Converts between states and their paths or readable addresses, by the scheme of a table.

import { meantState } from '../../../src/address-state.ts'
import { inFragment } from '../../../src/scheme.ts'
import type { Table } from '../../../src/table.ts'
import { markdownState } from '../../html/markdown-address.ts'
import type { Readables } from '../../html/readable-links.ts'
import { escapeQuery } from '../../http/request-target.ts'
import type { Shell } from './html-shell.ts'

export interface PathPage {
  readonly shell: Shell
  readonly table?: Table | undefined
  readonly everyone?: boolean | undefined
}

export interface RequestedPage extends Partial<PathPage> {
  readonly page: string
  readonly state: string
  /** `only`: the path of the Markdown. `either`: both forms share the path. Default: neither. */
  readonly markdown?: 'only' | 'either' | undefined
}

/** The readable addresses of the pages whose states follow `#!`. */
export const readablesOf = (
  pages: Iterable<readonly [string, Pick<PathPage, 'table'>]>,
): Readables =>
  new Map(
    [...pages].flatMap(([page, { table }]) => {
      const { readable } = table?.options ?? {}
      return table && readable && inFragment(table.scheme) ? [[page, readable] as const] : []
    }),
  )

export type FindPlace = (path: string, query: string) => RequestedPage | undefined

/**
 * Undefined when no table has paths or readable addresses.
 * @param isFiles Whether a path belongs to the app's files.
 * @param adopted Readable addresses of pages without tables.
 * @param missing The path of the page for missing states, which needs no match. Default: none.
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
      const isKnown = (own: string) => one.table.match(meantState(own, one.table.match))
      if (state !== null && (path === missing || isKnown(state))) {
        return isFiles(path) ? undefined : { ...one, state }
      }
    }
    const place = findReadable(path, query)
    return place === undefined || isFiles(path) ? undefined : { ...pages.get(place.page), ...place }
  }
}

/** Finds readable addresses. Every path under a prefix is a state, even a missing one. */
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
  // Rejects paths that a URL parser would normalize.
  return url.pathname === path ? url : undefined
}
