// Lists the states in a thread, because 100,000 states take seconds. robots.txt comes first: it
// needs no loaders.

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { adoptedReadables } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import {
  importApps,
  listedUrl,
  openContexts,
  type SiteState,
  siteStates,
} from '../../site/states.ts'
import { atomFeed } from './atom-feed.ts'
import { llmsText } from './llms-txt.ts'
import { robotsText } from './robots-txt.ts'
import { sitemapFiles } from './sitemap-xml.ts'

export type FromLister =
  | { readonly name: string; readonly type: string; readonly body: Uint8Array }
  | { readonly goesOn: true }
  /** Requests the next state of the adopted pages, or null. */
  | { readonly next: true }

/** Interval of the pulse in ms. */
const PULSE = 1000

const { origin, pages, isFed } = workerData as Pick<Config, 'origin' | 'pages'> & { isFed: boolean }
const send = (message: FromLister) => parentPort?.postMessage(message)

const tables = await importApps({ pages })
const robots = robotsText({ origin, apps: tables })
send({ name: 'robots.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(robots) })

const apps = await openContexts(tables)

const feed = atomFeed(apps, origin)
const llms = llmsText(apps, origin, adoptedReadables(pages))

async function* states(): AsyncGenerator<SiteState> {
  yield* siteStates(apps, origin, new AbortController().signal)
  while (isFed && parentPort) {
    const sent = once(parentPort, 'message')
    send({ next: true })
    const [state] = await sent
    if (state === null) return
    yield state
  }
}

async function* listed() {
  let lastPulse = performance.now()
  for await (const state of states()) {
    if (performance.now() - lastPulse > PULSE) {
      lastPulse = performance.now()
      send({ goesOn: true })
    }
    llms.offer(state)
    feed.offer(state)
    if (state.index) yield { ...state, url: listedUrl(state, 'readable') }
  }
}
for await (const { name, type, body } of sitemapFiles(listed(), `${origin}/`)) {
  send({ name, type, body })
}
// Last, with a pulse: they load the data of the pages that they list.
const goesOn = setInterval(() => send({ goesOn: true }), PULSE)
const text = await llms.write().catch((error) => console.warn('hashbang: no llms.txt:', error))
const type = 'text/markdown; charset=utf-8'
if (text) {
  send({ name: 'llms.txt', type, body: Buffer.from(text) })
  // The server fills in the pages when they are requested.
  send({ name: 'llms-full.txt', type, body: Buffer.from(JSON.stringify(llms.paths)) })
}
const atom = await feed.write().catch((error) => console.warn('hashbang: no feed.xml:', error))
if (atom) {
  send({ name: 'feed.xml', type: 'application/atom+xml; charset=utf-8', body: Buffer.from(atom) })
}
clearInterval(goesOn)
// Connections that a context holds open would keep the thread alive.
process.exit()
