// A thread that lists the states of a site: a hundred thousand of them take seconds, in which the server's
// own thread must go on answering. In: workerData, the site; the states of adopted pages, one for each time that it asks. Out: a message for each finished file, and now and then that it
// goes on; then its end. robots.txt comes first: it needs the tables and nothing that their loaders want.

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { importApps, listedUrl, openContexts, type SiteState, siteStates } from '../site/states.ts'
import { llmsText } from './llms-txt.ts'
import { robotsText } from './robots-txt.ts'
import { sitemapFiles } from './sitemap-xml.ts'

/** What the thread says. */
export type FromLister =
  | { readonly name: string; readonly type: string; readonly body: Uint8Array }
  | { readonly goesOn: true }
  /** It is to be sent the next state of the adopted pages, or null. */
  | { readonly next: true }

/** ms between two words that it goes on. */
const PULSE = 1000

const { origin, pages, isFed } = workerData as Pick<Config, 'origin' | 'pages'> & { isFed: boolean }
const send = (message: FromLister) => parentPort?.postMessage(message)

const tables = await importApps({ pages })
const robots = robotsText({ origin, apps: tables })
send({ name: 'robots.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(robots) })

const apps = await openContexts(tables)

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
  let told = performance.now()
  for await (const state of states()) {
    if (performance.now() - told > PULSE) {
      told = performance.now()
      send({ goesOn: true })
    }
    llms.offer(state)
    if (state.index) yield { ...state, url: listedUrl(state, 'readable') }
  }
}
for await (const { name, type, body } of sitemapFiles(listed(), `${origin}/`)) {
  send({ name, type, body })
}
// After all else, and with a word now and then: it asks for the data of the pages that it names.
const goesOn = setInterval(() => send({ goesOn: true }), PULSE)
const text = await llms.write().catch((error) => console.warn('hashbang: no llms.txt:', error))
clearInterval(goesOn)
if (text) send({ name: 'llms.txt', type: 'text/markdown; charset=utf-8', body: Buffer.from(text) })
// Connections that a context holds open would keep the thread.
process.exit()
