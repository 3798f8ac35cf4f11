/**
 * One snapshot, uncached: our worker thread beside those that do the same work, and plain strings as the limit.
 * A call makes a batch of pages, as a server under load does, so that the way to a thread and back is paid as in production.
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

const BATCH = 8
const app = await buildApp()

let id = 0
const ours = (pool: Pool, route: string): Peer => ({ render: (page) => render(pool, route, page) })
const batch = (peer: Peer) => () =>
  Promise.all(Array.from({ length: BATCH }, () => peer.render(id++ % 5000)))
const inTurn = (peer: Peer) => async () => {
  for (let i = 0; i < BATCH; i++) await peer.render(id++ % 5000)
}

const [one, two, files] = await Promise.all([
  startPool(app, 1),
  startPool(app, 2),
  fileServer(join(BUILT, 'client')),
])
const peers = {
  ssr: await litSsr(),
  chromiumLit: await warmChromium(files.origin, 'lit', 'bench-lit'),
  chromiumReactive: await warmChromium(files.origin, 'reactive', 'bench-reactive'),
  renderer: serverRenderer(files.origin),
  jsdom: await jsdom(app),
}
const shared = { '@lit-labs/ssr': inTurn(peers.ssr) }

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
  cases: {
    'html view': {
      ...shared,
      'hashbang-router': batch(ours(one, 'text')),
      strings: inTurn(strings),
    },
    'Lit view, same route again': {
      ...shared,
      'hashbang-router': batch(ours(one, 'lit')),
      'warm Chromium': inTurn(peers.chromiumLit),
    },
    'Lit view, fresh': {
      ...shared,
      'hashbang-router': batch(ours(one, 'lit-fresh')),
      'warm Chromium': inTurn(peers.chromiumLit),
      '@happy-dom/server-renderer': inTurn(peers.renderer),
      jsdom: inTurn(peers.jsdom),
    },
    'ReactiveElement view with innerHTML': {
      ...shared,
      'hashbang-router': batch(ours(one, 'reactive')),
      'hashbang-router, 2 workers': batch(ours(two, 'reactive')),
      'warm Chromium': inTurn(peers.chromiumReactive),
    },
  },
})

await Promise.all([one.close(), two.close(), ...Object.values(peers).map((peer) => peer.close?.())])
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
    results.ratio('ReactiveElement view with innerHTML', us) /
      results.ratio('ReactiveElement view with innerHTML', `${us}, 2 workers`) >=
      1.7,
  ],
]
for (const [what, holds] of bars) console.log(`${holds ? 'holds ' : 'MISSED'} ${what}`)
process.exit(bars.every(([, holds]) => holds) ? 0 : 1)
