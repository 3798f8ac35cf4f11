// A built app, whose own modules are evaluated for each page, and renderers once a thread: nothing
// crosses from page to page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { project } from '../project.ts'
import { isLong, shuffled } from '../run/seed.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

const FIXTURE = fixture('kept')

/** The changes that each renderer's pages leave, where not all of it is tried. */
const LEAVES = 6

let built: string
let app: OpenApp

test.beforeAll(async () => {
  built = project({}, 'kept')
  const outDir = (name: string) => ({ build: { outDir: join(built, name), target: 'es2022' } })
  const builder = await createBuilder({
    configFile: false,
    root: FIXTURE,
    logLevel: 'error',
    plugins: [svelte({ configFile: false }), hashbang({ app: 'app.ts' })],
    environments: { client: outDir('client'), hashbang: outDir('worker') },
  })
  await builder.buildApp()
})

test.beforeEach(async () => {
  const shell = join(built, 'client/index.html')
  app = await openApp(shell, { app: join(built, 'worker/app.js') })
})
test.afterEach(() => app.site.close())

async function show(state: string): Promise<string> {
  const { status, text } = await app.show(state)
  return `${status} ${text}`
}

/** Node itself has no DOM to import the app modules of this site in. */
const warnings = () => app.warnings.filter((one) => !one.startsWith('HB102'))

/** The names of the changes that the pages of a renderer leave, as its view has them. */
async function leavesOf(renderer: string): Promise<string[]> {
  const source = await readFile(join(FIXTURE, 'views', `${renderer}.ts`), 'utf8')
  const kinds = source.slice(source.indexOf('viewOf({'))
  return [...kinds.matchAll(/^ {2}(?:async )?(\w+)[(:]/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'probe')
}

const NIGHTLY = { tag: '@nightly' }
/**
 * Three ways to hold state: hooks, reactive objects, elements. All renderers, and all leaves, are
 * `@nightly`.
 */
const SOME = ['react', 'vue', 'lit'].map((renderer) => [renderer, {}] as const)
const ALL = 'react vue lit angular preact rxjs solid svelte'.split(' ')
for (const [renderer, details] of [...SOME, ...ALL.map((name) => [name, NIGHTLY] as const)]) {
  const amount = details === NIGHTLY ? 'no state at all' : 'no state'
  test(`${amount} crosses from page to page of ${renderer}`, details, async () => {
    const probe = await show(`/${renderer}/probe`)
    expect(warnings()).toEqual([])
    expect(probe.slice(0, 3)).toBe('200')
    expect(await show(`/${renderer}/probe`)).toBe(probe)
    const pages = new Map<string, string>()
    const wrong: string[] = []
    const leaves = await leavesOf(renderer)
    expect(leaves.length).toBeGreaterThan(5)
    const again = shuffled([...leaves, ...leaves])
    for (const leaf of isLong ? [...leaves, ...again] : shuffled(leaves).slice(0, LEAVES)) {
      const page = await show(`/${renderer}/${leaf}`)
      if ((pages.get(leaf) ?? page) !== page) wrong.push(`${leaf} is another page now`)
      pages.set(leaf, page)
      if ((await show(`/${renderer}/probe`)) !== probe) wrong.push(`${leaf} crosses`)
    }
    expect(wrong).toEqual([])
    expect(app.replaced.filter((why) => !why.includes('without end'))).toEqual([])
  })
}

test('modules of every kind start fresh in each page', async () => {
  for (const name of ['ant', 'ant', 'bee', 'ant']) {
    const page = await show(`/imports/${name}`)
    expect(page).toContain(`>1 1 late odd 0,1 raw text true ${name} string </hashbang-outlet>`)
    expect(page).toMatch(/<hashbang-outlet class="_name_\w+">/)
  }
  expect(warnings()).toEqual([])
})

for (const [where, file, line] of [
  ['view', 'throws.ts', 13],
  ['loader', 'loader.ts', 6],
] as const) {
  test(`an error of a ${where} names the line of its source in every page`, async () => {
    for (const id of ['a', 'b', 'a']) {
      app.warnings.length = 0
      expect((await show(`/throws/${where}/${id}`)).slice(0, 3)).toBe('500')
      const place = new RegExp(`thrown in a ${where}[\\s\\S]*/${file}:${line}:\\d+`)
      expect(app.warnings.join('\n')).toMatch(place)
    }
  })
}

test('a global that a renderer creates on its first import exists in every page', async () => {
  const root = project(
    {
      'node_modules/scheduler/index.mjs': `globalThis.__HMR__ = { version: 1 }
globalThis.__LIST__ = []
Object.defineProperty(globalThis, '$rune', { get: () => { throw new Error('outside') }, configurable: true })`,
      'node_modules/scheduler/package.json': '{ "exports": "./index.mjs" }',
      'node_modules/tslib/index.mjs': '__HMR__.register = () => 1',
      'node_modules/tslib/package.json': '{ "exports": "./index.mjs" }',
      'index.html': '<!doctype html><html><head></head><body><hashbang-outlet></hashbang-outlet>',
      'view.js': `import 'scheduler'
import 'tslib'
import { htmlView } from 'hashbang-router'
globalThis.__OWN__ ??= []
__OWN__.push(__HMR__.uid ??= 0)
__LIST__.push(__HMR__.version)
__HMR__.version = 'changed'
export default htmlView(() => \`\${[++__HMR__.uid, __OWN__.length, __LIST__, __HMR__.register()]}\`)`,
      'app.js': `import { defineRoutes, route } from 'hashbang-router'
export const routes = defineRoutes({ home: route('', { view: () => import('./view.js') }) })`,
    },
    'global',
  )
  const own = await openApp(join(root, 'index.html'))
  for (const _ of [1, 2, 3]) expect((await own.show('')).outlet).toContain('1,1,1,1')
  await own.site.close()
})
