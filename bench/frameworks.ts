/**
 * One uncached snapshot of a framework's page, beside the framework's own server rendering of the
 * same components, without a DOM and without their effects.
 */
import { buildApp, buildServer } from './frameworks/build.ts'
import { measure } from './measure.ts'
import { render, startPool } from './snapshot/app.ts'
import { pageData } from './snapshot/data.ts'

const BATCH = 8
const PAGES = 500
const OWN = 'its own server renderer'
const us = 'hashbang-router'
const NAMES = { React: 'react', Preact: 'preact', Vue: 'vue', Svelte: 'svelte' }
/** How often as long as its own renderer we may take. */
const MOST: Record<string, number> = { React: 3, Preact: 3, Vue: 3, Svelte: 4 }

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

await measure({
  name: 'frameworks',
  title: `A page of 18 KB with 50 components and 100 rows, fresh, ${BATCH} at a time.`,
  baseline: OWN,
  packages: ['happy-dom', 'react-dom', 'preact-render-to-string', 'vue', 'svelte'],
  rounds: 9,
  warmMs: 2000,
  sampleMs: 300,
  cpu: true,
  bars: Object.entries(MOST).map(([what, most]) => ({
    ...{ what, most },
    value: (time) => time(what, us) / time(what, OWN),
  })),
  cases,
})

for (const one of closing) await one.close()
process.exit()
