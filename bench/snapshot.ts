/**
 * One uncached snapshot: our worker beside packages that do the same work, and plain strings as the
 * limit. A call makes a batch of pages, as a server under load does, so that the way to a worker
 * and back costs as in production. Every case has workers of its own, as the peers have: no case
 * pays for collecting the garbage of another. Two workers are compared with one by sending more
 * pages than both can take, so that none waits for the bench. Threads that share nothing, beside
 * them, show the most that the machine allows.
 */
import { join } from 'node:path'
import type { WorkerLane } from '../dist/server/snapshot/pool/worker-lane.js'
import { measure, type TimeOf } from './measure.ts'
import { BUILT, buildApp, render, startPool } from './snapshot/app.ts'
import {
  fileServer,
  jsdom,
  litSsr,
  type Peer,
  serverRenderer,
  strings,
  warmChromium,
} from './snapshot/peers.ts'
import { bareThreads } from './snapshot/threads.ts'

const BATCH = 8
const STREAM = 48
const ON_THE_WAY = 16
const app = await buildApp()

let id = 0
const ours = (pool: WorkerLane, route: string): Peer => ({
  render: (page) => render(pool, `/${route}/${page}`),
})
const batch = (peer: Peer) => () =>
  Promise.all(Array.from({ length: BATCH }, () => peer.render(id++ % 5000)))
const stream = (peer: Peer) => async () => {
  let left = STREAM
  const next = async () => {
    while (left-- > 0) await peer.render(id++ % 5000)
  }
  await Promise.all(Array.from({ length: ON_THE_WAY }, next))
}
const inTurn = (peer: Peer, count: number) => async () => {
  for (let i = 0; i < count; i++) await peer.render(id++ % 5000)
}

const workers = (count: number) => startPool(app, count)
const pools = {
  text: await workers(1),
  lit: await workers(1),
  reactive: await workers(1),
  one: await workers(1),
  two: await workers(2),
}
const files = await fileServer(join(BUILT, 'client'))
const peers = {
  ssr: await litSsr(),
  chromiumLit: await warmChromium(files.origin, 'lit', 'bench-lit'),
  chromiumReactive: await warmChromium(files.origin, 'reactive', 'bench-reactive'),
  renderer: serverRenderer(files.origin),
  jsdom: await jsdom(app),
}
const shared = { '@lit-labs/ssr': inTurn(peers.ssr, BATCH) }

const BARE = 'bare thread'
const STREAMED = `ReactiveElement view, a stream of ${STREAM}`
const us = 'hashbang-router'
const [HTML, LIT] = ['html view', 'Lit view']
const REACTIVE = 'ReactiveElement view with innerHTML'
/** How often as long one takes as another, in a case. */
const times =
  (testCase: string, one: string, other = us) =>
  (time: TimeOf) =>
    time(testCase, one) / time(testCase, other)
const SSR = '@lit-labs/ssr'
const CHROMIUM = 'warm Chromium'

await measure({
  name: 'snapshot',
  title: `A page of 18 KB with 50 custom elements and 100 rows, ${BATCH} at a time.`,
  baseline: '@lit-labs/ssr',
  packages: [
    'happy-dom',
    'lit',
    '@lit-labs/ssr',
    '@happy-dom/server-renderer',
    'jsdom',
    '@playwright/test',
  ],
  rounds: 9,
  warmMs: 3000,
  // Long enough for each to collect its own garbage.
  sampleMs: 400,
  cpu: true,
  bars: [
    { what: 'html view, of strings', value: times(HTML, us, 'strings'), most: 1.2 },
    { what: `html view, of ${SSR}`, value: times(HTML, us, SSR), most: 0.2 },
    { what: `Lit, of ${SSR}`, value: times(LIT, us, SSR), most: 3 },
    { what: 'Chromium, of Lit', value: times(LIT, CHROMIUM), least: 20 },
    {
      ...{ what: '@happy-dom/server-renderer, of Lit', least: 3 },
      value: times(LIT, '@happy-dom/server-renderer'),
    },
    { what: `ReactiveElement, of ${SSR}`, value: times(REACTIVE, us, SSR), most: 1.7 },
    { what: 'Chromium, of ReactiveElement', value: times(REACTIVE, CHROMIUM), least: 25 },
    {
      what: 'gain of a second worker, of that of a second bare thread',
      value: (time) =>
        time(STREAMED, us) /
        time(STREAMED, `${us}, 2 workers`) /
        (time(STREAMED, BARE) / time(STREAMED, `2 ${BARE}s`)),
      least: 0.92,
      byClock: true,
    },
  ],
  cases: {
    [HTML]: {
      ...shared,
      'hashbang-router': batch(ours(pools.text, 'text')),
      strings: inTurn(strings, BATCH),
    },
    [LIT]: {
      ...shared,
      'hashbang-router': batch(ours(pools.lit, 'lit')),
      'warm Chromium': inTurn(peers.chromiumLit, BATCH),
      '@happy-dom/server-renderer': inTurn(peers.renderer, BATCH),
      jsdom: inTurn(peers.jsdom, BATCH),
    },
    [REACTIVE]: {
      ...shared,
      'hashbang-router': batch(ours(pools.reactive, 'reactive')),
      'warm Chromium': inTurn(peers.chromiumReactive, BATCH),
    },
    [STREAMED]: {
      '@lit-labs/ssr': inTurn(peers.ssr, STREAM),
      'hashbang-router': stream(ours(pools.one, 'reactive')),
      'hashbang-router, 2 workers': stream(ours(pools.two, 'reactive')),
      [BARE]: bareThreads(1),
      [`2 ${BARE}s`]: bareThreads(2),
    },
  },
})

await Promise.all([...Object.values(pools), ...Object.values(peers)].map((one) => one.close?.()))
files.close()

process.exit()
