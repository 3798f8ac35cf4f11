/** The Vite plugin in Vite's dev server, build and preview, over a copy of fixtures/vite-app that may be edited. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder, createServer, type InlineConfig, preview, type ViteDevServer } from 'vite'

// Inside the package, so that the app finds the package by its name.
const FOLDER = join(import.meta.dirname, '../../.cache')

// Other specs of this process may have imported libraries that bring stand-ins of their own.
const domGlobals = () =>
  ['document', 'window', 'HTMLElement', 'customElements'].filter((name) => name in globalThis)

let before: string[]
let root: string
let server: ViteDevServer
let origin: string

const config = (): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'silent',
  cacheDir: join(root, '.vite'),
  server: { port: 0 },
  preview: { port: 0 },
  plugins: [hashbang({ app: 'app.ts' })],
})

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  before = domGlobals()
  mkdirSync(FOLDER, { recursive: true })
  root = mkdtempSync(join(FOLDER, 'vite-'))
  cpSync(join(import.meta.dirname, '../fixtures/vite-app'), root, { recursive: true })
  server = await createServer(config())
  await server.listen()
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin
})

test.afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
  return { status: response.status, text: await response.text() }
}

const snapshot = (state: string) => get(`/?_escaped_fragment_=${state}`)

function edit(file: string, from: string, to: string): void {
  const path = join(root, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

/** Asks until the edit has gone through Vite's watcher and graph, as a person reloads. */
async function showing(state: string, text: string, status = 200): Promise<void> {
  const ask = () => snapshot(state)
  await expect.poll(async () => (await ask()).text, { timeout: 10_000 }).toContain(text)
  expect((await ask()).status).toBe(status)
}

test('the app of the dev server carries the fragment tag', async () => {
  const { status, text } = await get('/')
  expect(status).toBe(200)
  expect(text).toContain('<meta name="fragment" content="!">')
  expect(text).toContain('src="/main.ts"')
})

test('an ugly URL of the dev server is answered with a snapshot', async () => {
  const { status, text } = await snapshot('/greet/bob')
  expect(status).toBe(200)
  expect(text).toContain('<fixture-greeting><p>hello bob</p>')
  expect(text).toContain('<title>hello bob</title>')
  expect(text).toContain(`<link rel="canonical" href="${origin}/#!/greet/bob">`)
  expect(text).not.toContain('<script')
  expect(text).not.toContain('name="fragment"')
})

test('a module sees the constants that it sees in a browser', async () => {
  expect((await snapshot('/greet/bob')).text).toContain('<i>false</i>')
})

test('statuses are those of production', async () => {
  expect((await snapshot('/no/such/state')).status).toBe(404)
  expect((await snapshot('%zz')).status).toBe(400)
  expect((await get('/nothing.html?_escaped_fragment_=')).status).toBe(404)
})

test('no DOM appears in the process of Vite', () => {
  expect(domGlobals()).toEqual(before)
})

test('an edit of a module deep in a view shows in the next snapshot', async () => {
  expect((await snapshot('')).text).toContain('<h1>first words</h1>')
  edit('views/words.ts', 'first words', 'second words')
  await showing('', '<h1>second words</h1>')
})

test('an edit of an element that is defined already shows in the next snapshot', async () => {
  edit('views/greeting.ts', '<p>', '<p class="new">')
  await showing('/greet/bob', '<p class="new">hello bob</p>')
})

test('an edit of the shell shows in the next snapshot', async () => {
  edit('index.html', 'Shell one', 'Shell two')
  await showing('', 'Shell two')
})

test('a syntax error is answered as Vite answers it, and the next good edit is shown', async () => {
  edit('routes.ts', 'defineRoutes({', 'defineRoutes(({')
  await showing('', 'routes.ts', 500)
  edit('routes.ts', 'defineRoutes(({', 'defineRoutes({')
  await showing('', 'second words')
})

test('an error at the start of an app module names what was thrown', async () => {
  edit('app.ts', 'export const', "throw new Error('no database here')\nexport const")
  await showing('', 'no database here', 500)
  edit('app.ts', "throw new Error('no database here')\n", '')
  await showing('', 'second words')
})

test('a build has the client and the worker, and preview serves both', async () => {
  await (await createBuilder(config())).buildApp()
  const index = readFileSync(join(root, 'dist/client/index.html'), 'utf8')
  expect(index).toContain('<meta name="fragment" content="!">')
  expect(existsSync(join(root, 'dist/worker/app.js'))).toBe(true)
  expect(existsSync(join(root, 'dist/worker/index.html'))).toBe(false)

  const previewed = await preview(config())
  try {
    const url = new URL('/?_escaped_fragment_=/greet/bob', previewed.resolvedUrls?.local[0])
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<p class="new">hello bob</p><i>false</i>')
  } finally {
    await previewed.close()
  }
})
