// Enumerates every state of a site for sitemap, robots and export, without collecting them. Imports
// app modules in this thread but no views, so it needs no document.

import { setImmediate } from 'node:timers/promises'
import { entries, isAlone, isIndexed, type TableEntry } from '../../src/entries.ts'
import type { Head } from '../../src/head.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { readableFile } from './address-file.ts'
import { tablePages } from './adopted-pages.ts'
import { importApp, openContext } from './app-module.ts'
import type { Config } from './config.ts'
import { deriveTable } from './derived-table.ts'
import { stateUrl } from './state-url.ts'

/** An imported app module, with the context of its loaders. */
export interface OpenApp {
  /** The path of its page. */
  readonly page: string
  readonly routes: Table
  readonly context: unknown
  /** Creates the `fetch` of a state's loaders. Default: the platform's. */
  readonly fetch?: (state: string) => typeof fetch
}

/** One state of a site. */
export interface SiteState extends TableEntry {
  readonly page: string
  /** Its pretty URL; the page's own URL for the empty state. */
  readonly url: string
  /** Its absolute readable address, if the table has them. */
  readonly readable?: string
  /** The title and description of an adopted state, if its page has been rendered. */
  readonly says?: { readonly title?: string | undefined; readonly description?: string | undefined }
}

/** The address to list; `readable` falls back to the pretty URL. */
export type AddressKind = 'readable' | 'pretty'

export const listedUrl = ({ url, readable = url }: SiteState, kind: AddressKind): string =>
  kind === 'readable' ? readable : url

/** An imported app module, before its context is opened. */
export interface ImportedApp extends Pick<OpenApp, 'page' | 'routes'> {
  readonly makeContext: () => unknown
}

/**
 * Imports the app modules of a site.
 *
 * @throws {TypeError} When a module cannot be imported without a document, or exports no routes.
 */
export async function importApps({
  pages,
}: Pick<Config, 'pages'>): Promise<readonly ImportedApp[]> {
  return Promise.all(
    tablePages(pages).map(async ([page, { app }]) => {
      const { routes, context } = await importApp(page, app)
      return { page, routes, makeContext: () => openContext(page, context) }
    }),
  )
}

/** Opens the contexts. @throws What a `context()` throws. */
export const openContexts = (apps: readonly ImportedApp[]): Promise<readonly OpenApp[]> =>
  Promise.all(
    apps.map(async ({ makeContext, ...app }) => ({ ...app, context: await makeContext() })),
  )

/**
 * Imports the app modules of a site, and opens their contexts. @throws As the two that it calls.
 */
export const openApps = async (config: Pick<Config, 'pages'>): Promise<readonly OpenApp[]> =>
  openContexts(await importApps(config))

/** Lists indexable routes that have states but list none. */
export const unlisted = (apps: readonly Pick<OpenApp, 'routes'>[]): string[] =>
  apps.flatMap(({ routes }) =>
    [...routes.all.values()].flatMap((route) => {
      const { entries: lists, view } = route.chain.at(-1)?.options ?? {}
      const isShown = route.page && view && isIndexed(route)
      const isNone = !isShown || lists || isAlone(route)
      return isNone ? [] : [diagnosis('HB110', route.name, route.pattern.source)]
    }),
  )

/** Most ms of listing until requests and signals get a turn. */
const TURN = 5

/** Enumerates the states of a site, page by page. @throws What an `entries` of a route throws. */
export async function* siteStates(
  apps: readonly OpenApp[],
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<SiteState, void, undefined> {
  let turn = performance.now()
  for (const { page, routes, context } of apps) {
    for await (const entry of entries(routes, { context: context as never, signal })) {
      if (performance.now() - turn > TURN) {
        await setImmediate()
        turn = performance.now()
      }
      const { readable } = routes.options
      const url = stateUrl(routes.scheme, origin + page, entry.state)
      if (!readable) {
        yield { ...entry, page, url }
        continue
      }
      const href = readable.href(entry.state)
      const isListed = entry.index && isFile(readable, href)
      yield { ...entry, index: isListed, page, url, readable: origin + href }
    }
  }
}

/** Whether a host of files answers an address with the page itself. */
export const isFile = ({ page, prefix, files }: ReadableScheme, href: string): boolean =>
  !files || href === page || readableFile(prefix, href, files) !== null

/** The table without its views, which may need a document. */
const withoutViews = (table: Table): Table =>
  deriveTable(table, () => ({ view: undefined, error: undefined, notFound: undefined }))

/** The head of a state; null if it redirects or is missing; undefined if it fails. */
export async function headOf(
  { routes, context, fetch }: OpenApp,
  state: string,
  signal: AbortSignal,
): Promise<Head | null | undefined> {
  const given = { context: context as never, signal, ...(fetch && { fetch: fetch(state) }) }
  const page = await withoutViews(routes).resolve(state, given)
  return page.type === 'page' ? page.head : page.type === 'failure' ? undefined : null
}
