// A thread that lists the states of a site: a hundred thousand of them take seconds, in which the server's
// own thread must go on answering. In: workerData, the site. Out: a message for each finished file, then its end.

import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { robotsText } from '../robots.ts'
import { sitemapFiles } from '../sitemap.ts'
import { openApps, siteStates } from './states.ts'

/** A file of a listing, as it is sent. */
export interface ListedFile {
  readonly name: string
  readonly type: string
  readonly body: Uint8Array
}

const { origin, pages } = workerData as Pick<Config, 'origin' | 'pages'>
const send = (file: ListedFile) => parentPort?.postMessage(file)

const apps = await openApps({ pages })
const robots = robotsText({ origin, apps })
send({ name: 'robots.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(robots) })

async function* listed() {
  for await (const state of siteStates(apps, origin, new AbortController().signal)) {
    if (state.index) yield state
  }
}
for await (const { name, type, body } of sitemapFiles(listed(), `${origin}/`)) {
  send({ name, type, body })
}
