/**
 * States of unmodified apps, each loaded anew: by our workers, by pages of a warm Chromium, by
 * prerender and by Happy DOM's renderer. Nothing is cached. Each has two workers or pages, and two
 * states on the way. Memory is the most that a worker takes while it shows a page, in a process of
 * its own, beside a browser with one page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APPS, type App, writeApp } from '../test/adopt/apps.ts'
import { commandOf, descendants, megabytes } from './adopt/memory.ts'
import { reactApp, trivialApp } from './adopt/own-apps.ts'
import {
  adopted,
  chromiumPages,
  launchChromium,
  type Peer,
  prerendered,
  serverRenderer,
} from './adopt/peers.ts'
import { startPrerender } from './adopt/prerender.ts'
import { measure, type TimeOf } from './measure.ts'
import { quartiles } from './report.ts'
import { fileServer } from './snapshot/peers.ts'

const BATCH = 8
const ON_THE_WAY = 2
const PHONES = 1000
/** Memory is read again after so many ms. */
const LOOK = 50
const data = JSON.stringify(
  Array.from({ length: PHONES }, (_, i) => {
    const id = i + 1000
    return { id: `p${id}`, name: `Name ${id}.`, text: `Text ${id}` }
  }),
)
const known = (name: string): App => APPS[name] as App
const apps: Readonly<Record<string, App>> = {
  ...{ AngularJS: known('angularjs'), Backbone: known('backbone'), Knockout: known('knockout') },
  ...{ Mithril: known('mithril'), React: await reactApp(), Vue: known('vue') },
  'two lines': trivialApp(),
}

const us = 'hashbang-router'
const chromium = 'warm Chromium'
const renderer = '@happy-dom/server-renderer'
const prerender = 'prerender'

const folder = mkdtempSync(join(tmpdir(), 'hashbang-bench-'))
const browser = await launchChromium()
const service = await startPrerender()
const closing: (() => unknown)[] = [
  () => browser.close(),
  () => service.close(),
  () => rmSync(folder, { recursive: true }),
]
const cases: Record<string, Record<string, () => Promise<unknown>>> = {}
let next = 0

/** Shows some states, two at a time. */
function batch(peer: Peer, stateOf: (id: string) => string, count = BATCH) {
  return async () => {
    let left = count
    const go = async () => {
      while (left-- > 0) {
        const i = next++ % PHONES
        await peer.show(stateOf(`p${i + 1000}`), `Name ${i + 1000}.`)
      }
    }
    await Promise.all(Array.from({ length: ON_THE_WAY }, go))
  }
}

/** Some show nothing of some apps. */
const shows = (peer: Peer, stateOf: (id: string) => string): Promise<boolean> =>
  batch(peer, stateOf, 1)().then(
    () => true,
    () => false,
  )

interface Opened {
  readonly at: string
  readonly origin: string
  readonly mark: string
  readonly prefix: App['prefix']
  readonly stateOf: (id: string) => string
}

async function openApp(name: string, app: App): Promise<Opened> {
  const at = join(folder, name)
  const isData = (path: string) => path.endsWith('phones.json')
  const files = Object.entries(app.files).map(([path, text]) => [path, isData(path) ? data : text])
  writeApp({ ...app, files: Object.fromEntries(files) }, at)
  const server = await fileServer(at)
  closing.push(() => server.close())
  const one = app.states.find((state) => /nexus|xoom/.test(state)) as string
  const mark = app.prefix.startsWith('#!') ? '#!' : '#'
  const stateOf = (id: string) => one.replace(/nexus|xoom/, id)
  return { at, origin: server.origin, mark, prefix: app.prefix, stateOf }
}

for (const [library, app] of Object.entries(apps)) {
  const { at, origin, mark, prefix, stateOf } = await openApp(library, app)
  const peers = {
    ours: await adopted(at, prefix),
    chromium: await chromiumPages(browser, origin, mark, 2),
    renderer: serverRenderer(origin, mark),
    prerender: prerendered(service, origin, mark),
  }
  for (const peer of Object.values(peers)) closing.push(() => peer.close())
  cases[library] = {
    [chromium]: batch(peers.chromium, stateOf),
    [us]: batch(peers.ours, stateOf),
    ...((await shows(peers.renderer, stateOf)) && { [renderer]: batch(peers.renderer, stateOf) }),
    ...((await shows(peers.prerender, stateOf)) && {
      [prerender]: batch(peers.prerender, stateOf),
    }),
  }
}

const memory = await memories()
await measure({
  name: 'adopt',
  title:
    `States of unmodified apps with ${PHONES} entries, ${BATCH} of them, ${ON_THE_WAY} at a time, each loaded anew. \`${chromium}\` has two pages. ` +
    `Of 100 states a worker took ${Math.round(memory.worker)} MB at the most, a Chromium with one page ${Math.round(memory.chromium)} MB.`,
  baseline: chromium,
  packages: [
    'happy-dom',
    renderer,
    prerender,
    '@playwright/test',
    'angular',
    'backbone',
    'mithril',
    'react',
  ],
  rounds: Number(process.env.ROUNDS ?? 9),
  sampleMs: 200,
  cpu: true,
  bars: [
    ...Object.keys(apps).map((one) => ({ what: one, value: times(one), most: 0.5 })),
    { what: 'the median of these', value: medianOfApps, most: 0.25 },
    { what: 'memory of a worker', value: () => memory.worker / memory.chromium, most: 1 / 4 },
  ],
  cases,
})
for (const close of closing.splice(0).reverse()) await close()
process.exit()

/** Our time, of Chromium's. */
function times(testCase: string) {
  return (time: TimeOf) => time(testCase, us) / time(testCase, chromium)
}

function medianOfApps(time: TimeOf): number {
  return quartiles(Object.keys(apps).map((one) => times(one)(time))).median
}

/** The memory of both sides after the same 100 states of one app. */
async function memories(): Promise<{ worker: number; chromium: number }> {
  const { at, origin, mark, prefix, stateOf } = await openApp('memory', known('angularjs'))
  const ours = await adopted(at, prefix)
  const sizes: number[] = []
  const look = setInterval(() => {
    const workers = descendants(process.pid).filter((pid) =>
      /worker-entry\.cjs.adopted/.test(commandOf(pid)),
    )
    sizes.push(...workers.map((pid) => megabytes([pid])))
  }, LOOK)
  await batch(ours, stateOf, 100)()
  clearInterval(look)
  await ours.close()
  const before = new Set(chromes())
  const other = await launchChromium()
  const pages = await chromiumPages(other, origin, mark, 1)
  await batch(pages, stateOf, 100)()
  const tree = chromes().filter((pid) => !before.has(pid))
  const size = megabytes(tree)
  await other.close()
  return { worker: Math.max(...sizes), chromium: size }
}

function chromes(): number[] {
  return descendants(process.pid).filter((pid) => /chrom/i.test(commandOf(pid)))
}
