/**
 * Where a worker's time goes while it makes pages: `npm run bench -- profile lit`. The worker has
 * the server's flags, and is warm. Prints the shares of the stages of a page, of the rooms of our
 * sources and of its packages, and of the functions. Kinds: html, reactive, lit, react, preact,
 * vue, svelte, and adopted with the name of an app, such as `profile adopted angularjs`. A number
 * says how many pages: `profile lit 2000`.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHandler } from 'hashbang-router/server'
import { APPS, writeApp } from '../test/adopt/apps.ts'
import { placeOf } from './profile/places.ts'
import { profilesOf, SAMPLED } from './profile/sampled-worker.ts'
import { type Shares, summaryOf } from './profile/shares.ts'
import { render, startPool } from './snapshot/app.ts'

const BATCH = 8
/** Ids repeat, as the app's data are made from them. */
const IDS = 5000
const ROUTES = { html: 'text', reactive: 'reactive', lit: 'lit' }
const FRAMEWORKS = ['react', 'preact', 'vue', 'svelte']
const KINDS = [...Object.keys(ROUTES), ...FRAMEWORKS, 'adopted']
const SHOWN = { stages: 12, rooms: 20, functions: 45, wholes: 90 }

const [kind = '', ...rest] = process.argv.slice(2)
const pages = Number(rest.find((one) => /^\d+$/.test(one)) ?? 800)
const [app = 'knockout'] = rest.filter((one) => !/^\d+$/.test(one))

type Show = (id: number) => Promise<unknown>

const show = await shower()
let id = 0
const some = async () => {
  for (let made = 0; made < pages; made += BATCH)
    await Promise.all(Array.from({ length: BATCH }, () => show(id++ % IDS)))
}
await some()
const summaries = (await profilesOf(some)).map((profile) => summaryOf(profile, placeOf))
// The worker, and not its spare.
const [busiest] = summaries.sort((one, other) => other.busy - one.busy)
if (!busiest) throw new Error('No worker could be sampled')
const { busy, stages, rooms, functions, wholes } = busiest
console.log(
  `# profile ${kind}\n\n${pages} pages after ${pages}, Node ${process.version}, sampled: ` +
    `${(busy / pages).toFixed(2)} ms a page, with what the samples cost.`,
)
print('By stage', stages, SHOWN.stages)
print('By room', rooms, SHOWN.rooms)
print('By function, without what it calls', functions, SHOWN.functions)
print('By function, with what it calls', wholes, SHOWN.wholes)
process.exit()

async function shower(): Promise<Show> {
  if (kind === 'adopted') return adopted()
  const route = ROUTES[kind as keyof typeof ROUTES]
  if (!route && !FRAMEWORKS.includes(kind)) {
    console.error(`There is no page of "${kind}" to profile. There are: ${KINDS.join(', ')}.`)
    process.exit(1)
  }
  const { buildApp } = await import(route ? './snapshot/app.ts' : './frameworks/build.ts')
  const pool = await startPool(await buildApp(), 1, SAMPLED)
  return (one) => render(pool, `/${route ?? kind}/${one}`)
}

async function adopted(): Promise<Show> {
  const found = APPS[app]
  if (!found) {
    console.error(
      `There is no app "${app}" to profile. There are: ${Object.keys(APPS).join(', ')}.`,
    )
    process.exit(1)
  }
  const site = mkdtempSync(join(tmpdir(), 'hashbang-profile-'))
  writeApp(found, site)
  const server = await createHandler({
    origin: 'http://bench.test',
    pages: { '/': { site, states: found.prefix } },
    ...{ workers: 1, cache: { maxAge: 0 }, ...SAMPLED },
  })
  return (one) => {
    const state = found.states[one % found.states.length] as string
    const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
    return Promise.resolve(server({ method: 'GET', target, headers: {} }))
  }
}

function print(title: string, shares: Shares, most: number): void {
  const lines = shares
    .slice(0, most)
    .map(([name, share]) => `${(100 * share).toFixed(1).padStart(6)} %  ${name}`)
  console.log(`\n## ${title}\n\n${lines.join('\n')}`)
}
