/**
 * Of each renderer that is evaluated once a thread: nothing crosses from page to page. A probe shows all that pages could have left,
 * and is the same, byte for byte, in a worker that has shown pages that leave what they can.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { createHandler, type Site } from '../../dist/server/index.js'
import { shuffled } from '../run/seed.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/kept')
/** Inside the package, so that the app finds the package by its name. */
const CACHE = join(import.meta.dirname, '../../.cache')

const APPS = { '/': 'app.ts', '/signals.html': 'signals.ts' }

const RENDERERS = ['angular', 'lit', 'preact', 'react', 'rxjs', 'solid', 'svelte', 'vue']

/** Whether what leaves something is shown again, in other orders. */
const AGAIN = process.env.LONG_PROPERTIES === '1'
/** Of what each renderer's pages leave, where not all of it is tried. */
const LEAVES = 6

let built: string
let site: Site
const said: string[] = []

test.beforeAll(async () => {
  await mkdir(CACHE, { recursive: true })
  built = await mkdtemp(join(CACHE, 'kept-'))
  const builder = await createBuilder({
    configFile: false,
    root: FIXTURE,
    logLevel: 'error',
    plugins: [svelte({ configFile: false }), hashbang({ app: APPS })],
    environments: {
      client: { build: { outDir: join(built, 'client') } },
      hashbang: { build: { outDir: join(built, 'worker') } },
    },
  })
  await builder.buildApp()
})
test.afterAll(() => rm(built, { recursive: true }))
test.afterEach(() => site.close())

async function open(): Promise<void> {
  said.length = 0
  site = await createHandler(
    {
      origin: 'http://kept.test',
      pages: {
        '/': { shell: join(built, 'client/index.html'), app: join(built, 'worker/app.js') },
        '/signals.html': {
          shell: join(built, 'client/signals.html'),
          app: join(built, 'worker/signals.js'),
        },
      },
      workers: 1,
      cache: { bytes: 0 },
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          // Node itself has no DOM to import the app modules of this site in.
          if (event.type === 'warning' && event.state !== '')
            said.push(`${event.state}: ${event.warnings.join()}`)
          if (event.type === 'replaced') said.push(event.why)
        },
      ],
    },
  )
}

async function show(state: string, page = '/'): Promise<string> {
  const target = `${page}?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  return `${response?.status} ${response?.body}`
}

/** The names of what the pages of a renderer leave, as its view has them. */
async function leavesOf(renderer: string): Promise<string[]> {
  const source = await readFile(join(FIXTURE, 'views', `${renderer}.ts`), 'utf8')
  const kinds = source.slice(source.indexOf('viewOf({'))
  return [...kinds.matchAll(/^ {2}(?:async )?(\w+)[(:]/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'probe')
}

/** Three ways to hold state: hooks, reactive objects, elements. The other renderers are `@nightly`. */
const SHORT = ['react', 'vue', 'lit']

for (const renderer of RENDERERS) {
  const tag = SHORT.includes(renderer) ? [] : ['@nightly']
  test(`nothing crosses from page to page of ${renderer}`, { tag }, async () => {
    await open()
    const probe = await show(`/${renderer}/probe`)
    expect(said).toEqual([])
    expect(probe.slice(0, 3)).toBe('200')
    expect(await show(`/${renderer}/probe`)).toBe(probe)
    const pages = new Map<string, string>()
    const wrong: string[] = []
    const leaves = await leavesOf(renderer)
    expect(leaves.length).toBeGreaterThan(5)
    const tried = AGAIN
      ? [...leaves, ...shuffled([...leaves, ...leaves])]
      : shuffled(leaves).slice(0, LEAVES)
    for (const leaf of tried) {
      const page = await show(`/${renderer}/${leaf}`)
      if ((pages.get(leaf) ?? page) !== page) wrong.push(`${leaf} is another page now`)
      pages.set(leaf, page)
      if ((await show(`/${renderer}/probe`)) !== probe) wrong.push(`${leaf} crosses`)
    }
    expect(wrong).toEqual([])
  })
}

test('pages that define the same module of AngularJS do not disturb each other', async () => {
  await open()
  const [first, other] = [await show('/angularjs/probe'), await show('/angularjs-other/probe')]
  expect(first).toContain('first,run 1</p><div kept="">the directive of first')
  expect(other).toContain('other,run 1</p><div kept="">another directive of other')
  for (const state of shuffled(['first', 'other', 'throws', 'throws', 'first', 'other'])) {
    if (state === 'throws') await show('/angularjs/throws')
    else if (state === 'first') expect(await show('/angularjs/probe')).toBe(first)
    else expect(await show('/angularjs-other/probe')).toBe(other)
  }
})

test('an app that wraps the options of Preact does so once for each page, and for no other', async () => {
  await open()
  const probe = await show('/preact/probe')
  const wrapped = await show('/signals/a', '/signals.html')
  expect(wrapped).toContain('wrapped 1: a')
  for (const _ of [1, 2, 3]) {
    const shown = await Promise.all([
      show('/preact/probe'),
      show('/signals/a', '/signals.html'),
      show('/preact/probe'),
      show('/signals/a', '/signals.html'),
    ])
    expect(shown).toEqual([probe, wrapped, probe, wrapped])
  }
})
