/**
 * The Vite plugin in Vite's dev server, build and preview, over a copy of fixtures/vite-app that may be edited. It takes over 20 s:
 * after an edit Vite transforms the app anew, and one test builds it.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import {
  createBuilder,
  createLogger,
  createServer,
  type InlineConfig,
  preview,
  type ViteDevServer,
} from 'vite'
import { REMEMBERING } from '../fixtures/vite-app-packages.ts'

// Inside the package, so that the app finds the package by its name.
const FOLDER = join(import.meta.dirname, '../../.cache')

// Other specs of this process may have imported libraries that bring stand-ins of their own.
const domGlobals = () =>
  ['document', 'window', 'HTMLElement', 'customElements'].filter((name) => name in globalThis)

let before: string[]
let root: string
let server: ViteDevServer
let origin: string
const warned: string[] = []

const config = (): InlineConfig => ({
  configFile: false,
  root,
  customLogger: { ...createLogger('silent'), warn: (text) => void warned.push(text) },
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
  for (const [file, content] of Object.entries(REMEMBERING)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
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

const OFTEN = { timeout: 60_000, intervals: [50] }

/** Asks until the edit has gone through Vite's watcher and graph, as a person reloads. */
async function showing(state: string, text: string, status = 200): Promise<void> {
  let last: Awaited<ReturnType<typeof snapshot>> | undefined
  const ask = async () => {
    last = await snapshot(state)
    return last.text
  }
  await expect.poll(ask, OFTEN).toContain(text)
  expect(last?.status).toBe(status)
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
  expect(text).toContain('<fixture-greeting><p data-hb="0">hello bob</p>')
  expect(text).toContain('<title>hello bob</title>')
  expect(text).toContain(`<link rel="canonical" href="${origin}/#!/greet/bob">`)
  expect(text).not.toContain('<script')
  expect(text).not.toContain('name="fragment"')
})

test('a readable address of the dev server is answered with the app in place', async () => {
  const { status, text } = await get('/s/greet/bob')
  expect(status).toBe(200)
  expect(text).toContain('hello bob</p>')
  expect(text).toContain(`rel="canonical" href="${origin}/s/greet/bob"`)
  expect(text).toContain('src="/main.ts"')
  expect(text).toContain('/@vite/client')
  expect((await get('/main.ts')).text).not.toContain('<html')
})

test('the home of the dev server holds its content before script, and the app takes it over', async ({
  page,
  browser,
}) => {
  const { status, text } = await get('/')
  expect(status).toBe(200)
  expect(text).toMatch(/<hashbang-outlet><script data-prefix="\/s\/">.*<\/script><h1>/)
  expect(text).toContain('<a href="/s/greet/ann">Ann</a>')
  expect(text).toContain('/@vite/client')
  expect((await get('/?a=b')).text).toContain('<hashbang-outlet></hashbang-outlet>')
  const without = await browser.newPage({ javaScriptEnabled: false })
  await without.goto(origin)
  await expect(without.getByRole('link', { name: 'Ann' })).toBeVisible()
  await without.close()

  await page.goto(origin)
  await page.locator('a[href="#!/greet/ann"]').click()
  await expect(page.locator('fixture-greeting')).toContainText('hello ann')
  expect(page.url()).toBe(`${origin}/#!/greet/ann`)
  // Vite's client is there all the same, and changes a style in place.
  await page.evaluate("document.body.dataset.same = 'yes'")
  // A watcher may take two writes that come close for one: who sees nothing saves again.
  await expect(async () => {
    edit('base.css', '7px', '9px')
    await expect(page.locator('body')).toHaveCSS('margin-left', '9px')
  }).toPass()
  expect(await page.locator('body').getAttribute('data-same')).toBe('yes')
})

test('the home of the dev server is not seen where the URL has a state', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { frames: 0, home: 0 }
    Object.assign(window, { seen })
    const look = () => {
      seen.frames += 1
      const home = document.querySelector('hashbang-outlet h1')
      if (home?.checkVisibility()) seen.home += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${origin}/#!/greet/bob`)
  await expect(page.locator('fixture-greeting')).toContainText('hello bob')
  const { frames, home } = await page.evaluate(
    () => (window as unknown as { seen: { frames: number; home: number } }).seen,
  )
  expect([frames > 0, home]).toEqual([true, 0])
})

test('a page of the dev server is there as Markdown, at its address and for who prefers it', async () => {
  for (const [path, accept] of [
    ['/s/greet/bob.md', '*/*'],
    ['/s/greet/bob', 'text/markdown'],
  ] as const) {
    const response = await fetch(origin + path, { headers: { accept } })
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toMatch(
      /^---\ntitle: "hello bob"\n.*\n---\n\n(?:[^<]*\n)?hello bob\n/s,
    )
  }
  expect((await get('/s/greet/bob')).text).toContain('<html')
  const home = await fetch(origin, { headers: { accept: 'text/markdown' } })
  expect(await home.text()).toContain('title: "Home"')
})

test('a module sees the constants that it sees in a browser', async () => {
  expect((await snapshot('/greet/bob')).text).toContain('<i data-hb="0">false</i>')
})

test('what modules of the app and of packages remember ends with the page', async () => {
  for (const state of ['/hoard/a', '/hoard/b'])
    expect((await snapshot(state)).text).toContain(`>${state} ${state} ${state}<`)
})

const stylesOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]*)"/g)].map(([, href]) => href ?? '')

test('a snapshot links the styles of the shell and of its views, in their order, for every page', async () => {
  for (let count = 0; count < 2; count++) {
    const { text } = await snapshot('/styled')
    expect(text).toContain('<p class="styled">styled</p>a part')
    const styles = stylesOf(text)
    expect(styles.map((href) => href.replace(/\?.*/, '')).slice(0, 2)).toEqual([
      '/base.css',
      '/views/styled.css',
    ])
    expect((await get(styles[1] ?? '')).text).toContain('.styled')
  }
  expect(stylesOf((await snapshot('')).text)).toHaveLength(1)
})

test('statuses are those of production', async () => {
  expect((await snapshot('/no/such/state')).status).toBe(404)
  expect((await snapshot('%zz')).status).toBe(400)
})

test('a path of no page is left to Vite, with the token, too', async () => {
  expect(await get('/nothing.html?_escaped_fragment_=')).toEqual(await get('/nothing.html'))
})

test('a snapshot is kept by nobody: the next one is of the sources as they are then', async () => {
  const response = await fetch(`${origin}/?_escaped_fragment_=`)
  expect(response.headers.get('cache-control')).toBe('no-store')
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
  await showing('/greet/bob', '<p class="new" data-hb="0">hello bob</p>')
})

test('an edit of the shell shows in the next snapshot', async () => {
  edit('index.html', 'Shell one', 'Shell two')
  await showing('', 'Shell two')
})

test('a syntax error is answered as Vite answers it, and the next good edit is shown', async () => {
  edit('routes.ts', 'defineRoutes(', 'defineRoutes(((')
  await showing('', 'routes.ts', 500)
  edit('routes.ts', 'defineRoutes(((', 'defineRoutes(')
  await showing('', 'second words')
})

test('an error at the start of an app module names what was thrown', {
  tag: '@nightly',
}, async () => {
  edit('app.ts', 'export const', "throw new Error('no database here')\nexport const")
  await showing('', 'no database here', 500)
  edit('app.ts', "throw new Error('no database here')\n", '')
  await showing('', 'second words')
})

test('a home that cannot be made is the app alone, and it is told why', {
  tag: '@nightly',
}, async () => {
  edit('views/home.ts', '{WORDS}', '{WORDS.nothing.there}')
  const home = async () => (await get('/')).text
  await expect.poll(home, OFTEN).toContain('<hashbang-outlet></hashbang-outlet>')
  expect((await get('/')).text).toContain('/@vite/client')
  expect(warned.join('\n')).toContain('The page "/" comes without its content')
  edit('views/home.ts', '{WORDS.nothing.there}', '{WORDS}')
  await expect.poll(home, OFTEN).toContain('<h1>')
})

test('a build has the client and the worker, and preview serves both', async () => {
  await (await createBuilder(config())).buildApp()
  const index = readFileSync(join(root, 'dist/client/index.html'), 'utf8')
  expect(index).toContain('<meta name="fragment" content="!">')
  expect(existsSync(join(root, 'dist/worker/app.js'))).toBe(true)
  expect(existsSync(join(root, 'dist/worker/index.html'))).toBe(false)
  // Libraries are in the worker what they are in the client, however the server is started.
  for (const file of readdirSync(join(root, 'dist/worker'), {
    recursive: true,
    encoding: 'utf8',
  })) {
    if (!file.endsWith('.js')) continue
    expect(readFileSync(join(root, 'dist/worker', file), 'utf8')).not.toContain('process.env')
  }

  const previewed = await preview(config())
  try {
    const url = new URL('/?_escaped_fragment_=/greet/bob', previewed.resolvedUrls?.local[0])
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(
      '<p class="new" data-hb="0">hello bob</p><i data-hb="0">false</i>',
    )
    for (const state of ['/hoard/a', '/hoard/b']) {
      const hoard = new URL(`/?_escaped_fragment_=${state}`, previewed.resolvedUrls?.local[0])
      expect(await (await fetch(hoard)).text()).toContain(`>${state} ${state} ${state}<`)
    }
    for (let count = 0; count < 2; count++) {
      const styled = await fetch(
        new URL('/?_escaped_fragment_=/styled', previewed.resolvedUrls?.local[0]),
      )
      const text = await styled.text()
      expect(text).toContain('<p class="styled">styled</p>a part')
      const files = stylesOf(text).map((href) =>
        readFileSync(join(root, 'dist/client', href), 'utf8'),
      )
      expect(files).toEqual([
        expect.stringContaining('margin'),
        expect.stringContaining('.styled'),
        expect.stringContaining('.part'),
      ])
    }
  } finally {
    await previewed.close()
  }
})
