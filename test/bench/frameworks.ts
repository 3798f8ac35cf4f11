/**
 * One snapshot of a page of a framework, uncached, beside what the framework itself makes of the same components on a server,
 * without a DOM and without their effects. The last case is an app that knows nothing of us, in the worker that has it loaded.
 */
import { adopted } from './adopt/peers.ts'
import { buildAdopted, buildApp, buildServer } from './frameworks/build.ts'
import { measure } from './measure.ts'
import { render, startPool } from './snapshot/app.ts'
import { pageData } from './snapshot/data.ts'

const BATCH = 8
const PAGES = 500
const OWN = 'its own server renderer'
const us = 'hashbang-router'
const NAMES = { React: 'react', Preact: 'preact', Vue: 'vue', Svelte: 'svelte' }

const app = await buildApp()
const { renderers } = await buildServer()
let id = 0

const own = (name: string) => async () => {
  const make = renderers[name] as (typeof renderers)[string]
  for (let i = 0; i < BATCH; i++) {
    const page = id++ % PAGES
    expectPage(page, await make(page))
  }
}

/** All of a batch at once, as a server under load asks. */
const ours = (show: (page: number) => Promise<string>) => () =>
  Promise.all(
    Array.from({ length: BATCH }, async () => {
      const page = id++ % PAGES
      expectPage(page, await show(page))
    }),
  )

function expectPage(page: number, html: string): void {
  const { items, rows } = pageData(page)
  const whole =
    html.includes(items.at(-1)?.name ?? '') && html.split('<td').length > rows.length * 4
  if (!whole) throw new Error(`Page ${page} is not all there: ${html}`)
}

const closing: { close(): unknown }[] = []
const cases: Record<string, Record<string, () => Promise<unknown>>> = {}
for (const [title, name] of Object.entries(NAMES)) {
  const pool = await startPool(app, 1)
  closing.push(pool)
  cases[title] = {
    [OWN]: own(name),
    [us]: ours((page) => render(pool, `/${name}/${page}`)),
  }
}
const peer = await adopted(await buildAdopted(), '#/', { walk: true, workers: 1 })
closing.push(peer)
const walked = ours((page) => peer.show(`/${page}`, `Catalogue ${page}:`))
// Until its pages are believed.
for (let shown = 0; shown < PAGES; shown += BATCH) await walked()
cases['React, an adopted app'] = { [OWN]: own('react'), [us]: walked }

await measure({
  name: 'frameworks',
  title: `A page of 18 KB with 50 components and 100 rows, fresh, ${BATCH} at a time.`,
  baseline: OWN,
  packages: ['happy-dom', 'react-dom', 'preact-render-to-string', 'vue', 'svelte'],
  rounds: 9,
  warmMs: 2000,
  sampleMs: 300,
  again: 1,
  cases,
})

for (const one of closing) await one.close()
process.exit()
