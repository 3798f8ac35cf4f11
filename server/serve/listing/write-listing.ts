// Writes the files that list a site, for `listing.ts`. robots.txt is first: it needs no states.

import { adoptedReadables } from '../../site/adopted-pages.ts'
import {
  type ImportedApp,
  listedUrl,
  type OpenedApp,
  type SiteState,
  siteStates,
} from '../../site/site-states.ts'
import { type FetchSettings, withFetch } from '../../snapshot/fetch/code-fetch.ts'
import { atomFeed } from './atom-feed.ts'
import { llmsText } from './llms-txt.ts'
import { robotsText } from './robots-txt.ts'
import { type SitemapEntry, sitemapFiles } from './sitemap-xml.ts'

export interface ListingSettings extends FetchSettings {
  /** Finds the states of adopted pages. Calls `onState` for each that it leaves out. */
  readonly adopted?:
    | ((onState: () => void, signal: AbortSignal) => AsyncIterable<SiteState>)
    | undefined
  /** Receives warnings about states that are left out. */
  readonly warn?: ((warning: string) => void) | undefined
}

export interface ListedFile {
  readonly name: string
  readonly type: string
  /** For llms-full.txt the paths of its pages, one a line. */
  readonly body: string | Buffer
}

export const ROBOTS = 'robots.txt'
export const FULL = 'llms-full.txt'

const MARKDOWN = 'text/markdown; charset=utf-8'

export interface ListingRun extends ListingSettings {
  readonly tables: readonly ImportedApp[]
  /** Called after robots.txt. */
  readonly open: () => Promise<readonly OpenedApp[]>
  readonly signal: AbortSignal
  readonly onState: () => void
}

/** @throws The error of a `context()` or an `entries`. */
export async function* listedFiles(run: ListingRun): AsyncGenerator<ListedFile, void, undefined> {
  const { origin, pages, adopted, tables, open, signal, onState, warn } = run
  yield {
    name: ROBOTS,
    type: 'text/plain; charset=utf-8',
    body: robotsText({ origin, apps: tables }),
  }
  const apps = withFetch(await open(), run)
  const feed = atomFeed(apps, origin)
  const llms = llmsText(apps, origin, adoptedReadables(pages))

  async function* entriesOf(states: AsyncIterable<SiteState>): AsyncGenerator<SitemapEntry> {
    for await (const state of states) {
      onState()
      llms.offer(state)
      feed.offer(state)
      if (state.index) yield { ...state, url: listedUrl(state, 'readable') }
    }
  }
  async function* states() {
    yield* siteStates(apps, { origin, signal, warn })
    if (adopted) yield* adopted(onState, signal)
  }
  yield* sitemapFiles(entriesOf(states()), `${origin}/`)
  const text = await llms.write()
  if (text) {
    yield { name: 'llms.txt', type: MARKDOWN, body: text }
    yield { name: FULL, type: MARKDOWN, body: llms.paths.join('\n') }
  }
  const atom = await feed.write()
  if (atom) yield { name: 'feed.xml', type: 'application/atom+xml; charset=utf-8', body: atom }
}
