// Every state of a site, from the tables of its app modules: what sitemap, robots and export go over.
// In: configuration. Out: one state after the other, nothing collected. The modules are imported in this
// thread: their views are not, and so nothing here needs or makes a document.

import { pathToFileURL } from 'node:url'
import { entries, type TableEntry } from '../../src/entries.ts'
import type { Head } from '../../src/head.ts'
import type { Table } from '../../src/routes.ts'
import { fragmentState, prettyUrl } from '../../src/url.ts'
import type { Config } from '../config.ts'
import type { AppModule } from '../serve.ts'

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
}

/**
 * Imports the app modules of a site.
 *
 * @throws {TypeError} When a module cannot be imported without a document, or exports no routes.
 */
export async function openApps({ pages }: Pick<Config, 'pages'>): Promise<readonly OpenApp[]> {
  return Promise.all(
    Object.entries(pages).map(async ([page, { app }]) => {
      const { routes, context }: Partial<AppModule> = await import(pathToFileURL(app).href).catch(
        (error: unknown) => {
          throw new TypeError(
            `Cannot import the app module of "${page}", ${app} (${error}): build the app first; views must be imported lazily`,
          )
        },
      )
      if (routes === undefined)
        throw new TypeError(`The app module of "${page}", ${app}, must export "routes"`)
      return { page, routes, context: await context?.() }
    }),
  )
}

/** Enumerates the states of a site, page by page. @throws What an `entries` of a route throws. */
export async function* siteStates(
  apps: readonly OpenApp[],
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<SiteState, void, undefined> {
  for (const { page, routes, context } of apps) {
    for await (const entry of entries(routes, { context: context as never, signal })) {
      yield { ...entry, page, url: urlOf(origin, page, routes, entry.state) }
    }
  }
}

/** The URL that people are to see for a state. */
export function urlOf(origin: string, page: string, { scheme }: Table, state: string): string {
  const href = scheme.href(state)
  const inFragment = fragmentState(href)
  return inFragment === null
    ? new URL(href, origin + page).href
    : prettyUrl(origin + page, inFragment)
}

/** What a state says in its head; undefined when it has no page to show. */
export async function headOf(
  { routes, context }: OpenApp,
  state: string,
  signal: AbortSignal,
): Promise<Head | undefined> {
  const page = await routes.resolve(state, { context: context as never, signal })
  return page.type === 'page' ? page.head : undefined
}
