// Enumerates the states of a site, for sitemap, robots.txt and export. Needs no document.

import { setImmediate } from 'node:timers/promises'
import { entries, isAlone, isIndexed, type TableEntry } from '../../src/entries.ts'
import type { Head } from '../../src/head.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { tablePages } from './adopted-pages.ts'
import { importApp, openContext } from './app-module.ts'
import type { Config } from './config.ts'
import { deriveTable } from './derived-table.ts'
import { MOST_BYTES, textFault } from './served-text.ts'
import { stateUrl } from './site-urls.ts'
import { readableFile } from './state-files.ts'

export interface OpenedApp {
  readonly page: string
  readonly routes: Table
  readonly context: unknown
  /** Creates the `fetch` of a state's loaders. Default: the platform's. */
  readonly fetch?: (state: string) => typeof fetch
}

export interface SiteState extends TableEntry {
  readonly page: string
  /** Pretty; the page's own for the empty state. */
  readonly url: string
  readonly readable?: string
  /** The head of an adopted state, if it was rendered. */
  readonly says?: { readonly title?: string | undefined; readonly description?: string | undefined }
}

/** The address of a state in lists. `readable` is pretty where a table has no readable ones. */
export type AddressKind = 'readable' | 'pretty'

export const listedUrl = ({ url, readable = url }: SiteState, kind: AddressKind): string =>
  kind === 'readable' ? readable : url

export interface ImportedApp extends Pick<OpenedApp, 'page' | 'routes'> {
  readonly makeContext: () => unknown
}

/** @throws {TypeError} When a module exports no routes, or needs a document. */
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

export const openImportedApps = (apps: readonly ImportedApp[]): Promise<readonly OpenedApp[]> =>
  Promise.all(
    apps.map(async ({ makeContext, ...app }) => ({ ...app, context: await makeContext() })),
  )

export const openApps = async (config: Pick<Config, 'pages'>): Promise<readonly OpenedApp[]> =>
  openImportedApps(await importApps(config))

/** Indexable routes that list none of their states. */
export const unlisted = (apps: readonly Pick<OpenedApp, 'routes'>[]): string[] =>
  apps.flatMap(({ routes }) =>
    [...routes.all.values()].flatMap((route) => {
      const { entries: lists, view } = route.chain.at(-1)?.options ?? {}
      const isShown = route.page && view && isIndexed(route)
      const isNone = !isShown || lists || isAlone(route)
      return isNone ? [] : [diagnosis('HB110', route.name, route.pattern.source)]
    }),
  )

/** The time after which requests and signals get a turn. */
const TURN_MS = 5

export interface StatesOptions {
  readonly origin: string
  readonly signal: AbortSignal
  /** Receives one warning about the states that no server answers. */
  readonly warn?: ((warning: string) => void) | undefined
}

/** Yields states as the routes list them. @throws The error of an `entries`. */
export async function* siteStates(
  apps: readonly OpenedApp[],
  { origin, signal, warn }: StatesOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const refused: string[] = []
  let turn = performance.now()
  for (const { page, routes, context } of apps) {
    for await (const entry of entries(routes, { context: context as never, signal })) {
      if (performance.now() - turn > TURN_MS) {
        await setImmediate()
        turn = performance.now()
      }
      if (textFault(entry.state, 'state')) {
        refused.push(entry.state)
        continue
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
  if (refused.length > 0) warn?.(refusedText(refused))
}

const refusedText = ([first = '', ...others]: readonly string[]): string =>
  `${others.length + 1} of the states that "entries" gave are not listed, because a server answers them with 400 or 414. The first is "${first.slice(0, 80)}". Leave out params with control characters, or with more than ${MOST_BYTES.state} bytes`

/** Whether a host of files has the page. */
export const isFile = ({ page, prefix, files }: ReadableScheme, href: string): boolean =>
  !files || href === page || readableFile(prefix, href, files) !== null

/** Views may need a document. */
const withoutViews = (table: Table): Table =>
  deriveTable(table, () => ({ view: undefined, error: undefined, notFound: undefined }))

/** @returns Null for a state that redirects or is missing; undefined for one that fails. */
export async function headOf(
  { routes, context, fetch }: OpenedApp,
  state: string,
  signal: AbortSignal,
): Promise<Head | null | undefined> {
  const options = { context: context as never, signal, ...(fetch && { fetch: fetch(state) }) }
  const page = await withoutViews(routes).resolve(state, options)
  return page.type === 'page' ? page.head : page.type === 'failure' ? undefined : null
}

/** The time limit of all heads of a file. */
const HEADS_TIMEOUT_MS = 20_000

export type ListedState = Pick<SiteState, 'page' | 'state' | 'says'>

/**
 * Loads heads one after another: the data source has other clients.
 * @returns The heads, as `headOf`; undefined also after the signal.
 */
export async function headsOf(
  apps: readonly OpenedApp[],
  states: readonly ListedState[],
  signal = headsSignal(),
): Promise<(ListedState['says'] | null)[]> {
  // Loaders may ignore the signal.
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const heads: (ListedState['says'] | null)[] = []
  for (const { page, state, says } of states) {
    const app = apps.find((opened) => opened.page === page)
    const head = !app || signal.aborted ? undefined : headOf(app, state, signal)
    heads.push(app ? await Promise.race([head?.catch(() => undefined), aborted]) : says)
  }
  return heads
}

export const headsSignal = (): AbortSignal => AbortSignal.timeout(HEADS_TIMEOUT_MS)
