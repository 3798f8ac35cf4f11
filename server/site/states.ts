// Every state of a site, from the tables of its app modules: what sitemap, robots and export go over.
// In: configuration. Out: one state after the other, nothing collected. The modules are imported in this
// thread: their views are not, and so nothing here needs or makes a document.

import type { Table } from '../../src/define-routes.ts'
import { entries, isAlone, type TableEntry } from '../../src/entries.ts'
import type { Head } from '../../src/head.ts'
import { inherited } from '../../src/page.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { tablePages } from './adopted-pages.ts'
import { importApp, openContext } from './app-module.ts'
import { deriveTable } from './derived-table.ts'
import type { Config } from './load-config.ts'
import { stateUrl } from './state-url.ts'

/** An app module that has been imported, and what its loaders are given. */
export interface OpenApp {
  /** The path of its page. */
  readonly page: string
  readonly routes: Table
  readonly context: unknown
}

/** One state of a site. */
export interface SiteState extends TableEntry {
  readonly page: string
  /** Its pretty URL; the page's own URL for the empty state. */
  readonly url: string
  /** Its readable address, absolute, where the table has such. */
  readonly readable?: string
  /** What the page of an adopted state says of itself, where it has been looked at. */
  readonly says?: { readonly title?: string | undefined; readonly description?: string | undefined }
}

/** Which address of a state is listed: `readable` is the pretty URL where there is no readable one. */
export type AddressKind = 'readable' | 'pretty'

/** The address that is listed for a state. */
export const listedUrl = ({ url, readable = url }: SiteState, kind: AddressKind): string =>
  kind === 'readable' ? readable : url

/** An app module that has been imported, before anything for its loaders is opened. */
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

/** Makes what the loaders are given. @throws What a `context()` throws. */
export const openContexts = (apps: readonly ImportedApp[]): Promise<readonly OpenApp[]> =>
  Promise.all(
    apps.map(async ({ page, routes, makeContext }) => ({
      page,
      routes,
      context: await makeContext(),
    })),
  )

/** Imports the app modules of a site, and makes what their loaders are given. @throws As the two that it calls. */
export const openApps = async (config: Pick<Config, 'pages'>): Promise<readonly OpenApp[]> =>
  openContexts(await importApps(config))

/** Says which routes list no state although they have some, and are not kept out of indexes. */
export const unlisted = (apps: readonly OpenApp[]): string[] =>
  apps.flatMap(({ routes }) =>
    [...routes.all.values()].flatMap((route) => {
      const { entries: lists, view } = route.chain.at(-1)?.options ?? {}
      const { index } = inherited(route.chain)
      const isNone = !route.page || !view || index === false || lists || isAlone(route)
      return isNone ? [] : [diagnosis('HB110', route.name, route.pattern.source)]
    }),
  )

/** Enumerates the states of a site, page by page. @throws What an `entries` of a route throws. */
export async function* siteStates(
  apps: readonly OpenApp[],
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<SiteState, void, undefined> {
  for (const { page, routes, context } of apps) {
    for await (const entry of entries(routes, { context: context as never, signal })) {
      const { readable } = routes.options
      const url = stateUrl(routes.scheme, origin + page, entry.state)
      yield {
        ...{ ...entry, page, url },
        ...(readable && { readable: origin + readable.href(entry.state) }),
      }
    }
  }
}

/** A table without views, which may want a document. */
export const withoutViews = (table: Table): Table =>
  deriveTable(table, () => ({ view: undefined, error: undefined, notFound: undefined }))

/** What a state says in its head; undefined when it has no page to show. */
export async function headOf(
  { routes, context }: OpenApp,
  state: string,
  signal: AbortSignal,
): Promise<Head | undefined> {
  const page = await withoutViews(routes).resolve(state, { context: context as never, signal })
  return page.type === 'page' ? page.head : undefined
}
