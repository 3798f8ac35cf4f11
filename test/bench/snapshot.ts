/**
 * One snapshot, uncached: our worker thread beside those that do the same work, and plain strings as the limit.
 * A call makes a batch of pages, as a server under load does, so that the way to a thread and back is paid as in production.
 * Every case has workers of its own, as the peers have: what the pages of one leave behind is not collected at another's cost.
 * How two workers compare to one is measured with more pages on the way than both can take, so that none waits for the bench,
 * beside threads that share nothing: no more can be had of the machine.
 */
import { join } from 'node:path'
import type { Pool } from '../../dist/server/pool.js'
import { measure } from './measure.ts'
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
const ours = (pool: Pool, route: string): Peer => ({
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
  fresh: await workers(1),
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
const results = await measure({
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
  cases: {
    'html view': {
      ...shared,
      'hashbang-router': batch(ours(pools.text, 'text')),
      strings: inTurn(strings, BATCH),
    },
    'Lit view, same route again': {
      ...shared,
      'hashbang-router': batch(ours(pools.lit, 'lit')),
      'warm Chromium': inTurn(peers.chromiumLit, BATCH),
    },
    'Lit view, fresh': {
      ...shared,
      'hashbang-router': batch(ours(pools.fresh, 'lit-fresh')),
      'warm Chromium': inTurn(peers.chromiumLit, BATCH),
      '@happy-dom/server-renderer': inTurn(peers.renderer, BATCH),
      jsdom: inTurn(peers.jsdom, BATCH),
    },
    'ReactiveElement view with innerHTML': {
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

const us = 'hashbang-router'
const by = (testCase: string, other: string) =>
  results.ratio(testCase, other) / results.ratio(testCase, us)
const bars: [what: string, holds: boolean][] = [
  ['html view <= 1.5x strings', by('html view', 'strings') >= 1 / 1.5],
  ['html view >= 5x faster than @lit-labs/ssr', results.ratio('html view', us) <= 1 / 5],
  ['Lit again <= 1.2x @lit-labs/ssr', results.ratio('Lit view, same route again', us) <= 1.2],
  [
    'Lit again >= 60x faster than Chromium',
    by('Lit view, same route again', 'warm Chromium') >= 60,
  ],
  ['Lit fresh >= 6x faster than Chromium', by('Lit view, fresh', 'warm Chromium') >= 6],
  [
    'Lit fresh >= 3x faster than @happy-dom/server-renderer',
    by('Lit view, fresh', '@happy-dom/server-renderer') >= 3,
  ],
  [
    'ReactiveElement >= 12x faster than Chromium',
    by('ReactiveElement view with innerHTML', 'warm Chromium') >= 12,
  ],
  [
    'ReactiveElement <= 4x @lit-labs/ssr',
    results.ratio('ReactiveElement view with innerHTML', us) <= 4,
  ],
  [
    '2 workers >= 1.7x one',
    results.ratio(STREAMED, us) / results.ratio(STREAMED, `${us}, 2 workers`) >= 1.7,
  ],
]
const most = results.ratio(STREAMED, BARE) / results.ratio(STREAMED, `2 ${BARE}s`)
console.log(`Two threads that share nothing were ${most.toFixed(2)}x as fast as one.`)
for (const [what, holds] of bars) console.log(`${holds ? 'holds ' : 'MISSED'} ${what}`)
process.exit(bars.every(([, holds]) => holds) ? 0 : 1)
