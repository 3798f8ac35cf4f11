/** A built app whose modules are evaluated for each page: imports of every kind, and where errors say that they come from. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { createHandler, type Site } from '../../dist/server/index.js'

const FIXTURE = join(import.meta.dirname, '../fixtures/fresh-modules')
/** Inside the package, so that the app finds the package by its name. */
const CACHE = join(import.meta.dirname, '../../.cache')

let built: string
let site: Site
const said: string[] = []

test.beforeAll(async () => {
  await mkdir(CACHE, { recursive: true })
  built = await mkdtemp(join(CACHE, 'fresh-'))
  const builder = await createBuilder({
    configFile: false,
    root: FIXTURE,
    logLevel: 'error',
    build: { target: 'es2022' },
    plugins: [hashbang({ app: 'app.ts' })],
    environments: {
      client: { build: { outDir: join(built, 'client') } },
      hashbang: { build: { outDir: join(built, 'worker'), target: 'es2022' } },
    },
  })
  await builder.buildApp()
  site = await createHandler(
    {
      origin: 'http://fresh.test',
      pages: {
        '/': { shell: join(built, 'client/index.html'), app: join(built, 'worker/app.js') },
      },
      workers: 1,
      cache: { bytes: 0 },
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') said.push(...event.warnings)
        },
      ],
    },
  )
})
test.afterAll(async () => {
  await site.close()
  await rm(built, { recursive: true })
})
test.beforeEach(() => {
  said.length = 0
})

async function show(state: string): Promise<string> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  return `${response?.status} ${response?.body}`
}

test('modules of every kind begin anew in each page of a built app', async () => {
  for (const name of ['ant', 'ant', 'bee', 'ant']) {
    const page = await show(`/imports/${name}`)
    expect(page).toContain(`>1 1 late odd 0,1 raw text true ${name} string </hashbang-outlet>`)
    expect(page).toMatch(/<hashbang-outlet class="_name_\w+">/)
  }
  expect(said).toEqual([])
})

for (const [where, file, line] of [
  ['view', 'throws.ts', 13],
  ['loader', 'loader.ts', 6],
] as const) {
  test(`an error of a ${where} names the line of its source in every page`, async () => {
    for (const id of ['a', 'b', 'a']) {
      said.length = 0
      expect((await show(`/throws/${where}/${id}`)).slice(0, 3)).toBe('500')
      expect(said.join('\n')).toMatch(
        new RegExp(`thrown in a ${where}[\\s\\S]*/${file}:${line}:\\d+`),
      )
    }
  })
}
