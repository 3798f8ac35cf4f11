/**
 * The Vite plugin in Vite's dev server, build and preview, over a copy of fixtures/vite-app that
 * may be edited.
 */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger, type Plugin } from 'vite'
import { setVariable } from '../environment.ts'
import { REMEMBERING } from '../fixtures/vite-app-packages.ts'
import { test, ViteProject } from '../vite-project.ts'

// Other specs of this process may have imported libraries that bring stand-ins of their own.
const domGlobals = () =>
  ['document', 'window', 'HTMLElement', 'customElements'].filter((name) => name in globalThis)

let before: string[]
let resetMode: () => void
let project: ViteProject
let origin: string
const warned: string[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  before = domGlobals()
  // A build of another spec in this process has left its own.
  resetMode = setVariable('NODE_ENV', 'development')
  project = new ViteProject(REMEMBERING, {
    customLogger: { ...createLogger('silent'), warn: (text) => void warned.push(text) },
    plugins: [hashbang({ app: 'app.ts' })],
  })
  cpSync(join(import.meta.dirname, '../fixtures/vite-app'), project.root, { recursive: true })
  origin = await project.develop()
})

test.afterAll(async () => {
  await project.close()
  resetMode()
})

async function get(path: string, accept = 'text/html') {
  const response = await fetch(origin + path, { headers: { accept } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const snapshot = (state: string) => get(`/?_escaped_fragment_=${state}`)

/**
 * Repeats an edit until it shows: a watcher may take two writes that come close for one, and a
 * person would save again.
 */
async function edit(file: string, from: string, to: string, shows: () => Promise<void>) {
  const text = project.read(file).replace(from, to)
  await expect(async () => {
    project.write({ [file]: text })
    await shows()
  }).toPass()
}

test('the dev server answers an ugly URL with a snapshot that has the constants of a browser', async () => {
  const { status, headers, text } = await snapshot('/greet/bob')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(text).toContain('<fixture-greeting><p data-hb="0">hello bob</p><i data-hb="0">false</i>')
  expect(text).toContain('<title>hello bob</title>')
  expect(text).toContain(`<link rel="canonical" href="${origin}/#!/greet/bob">`)
  expect(text).not.toMatch(/<script|name="fragment"/)
})

test('the dev server answers a readable address with the app in place, or with Markdown', async () => {
  const { status, text } = await get('/s/greet/bob')
  expect(status).toBe(200)
  expect(text).toContain('hello bob</p>')
  expect(text).toContain(`rel="canonical" href="${origin}/s/greet/bob"`)
  expect(text).toContain('src="/main.ts"')
  expect(text).toContain('/@vite/client')
  expect((await get('/main.ts')).text).not.toContain('<html')
  const markdown = '</s/greet/bob.md>; rel="alternate"; type="text/markdown"'
  const tracked = await get('/s/greet/bob?utm_source=x')
  expect(tracked.headers.get('link')?.replaceAll(origin, '')).toContain(markdown)
  for (const [path, accept] of [
    ['/s/greet/bob.md', '*/*'],
    ['/s/greet/bob', 'text/markdown'],
  ] as const) {
    const { headers, text } = await get(path, accept)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toMatch(/^---\ntitle: "hello bob"\n.*\n---\n\n(?:[^<]*\n)?hello bob\n/s)
  }
  expect((await get('/', 'text/markdown')).text).toContain('title: "Home"')
})

test('the home of the dev server contains its content without script, and the app takes it over', async ({
  page,
  browser,
}) => {
  const { status, text } = await get('/')
  expect(status).toBe(200)
  expect(text).toContain('<meta name="fragment" content="!">')
  expect(text).toMatch(/<hashbang-outlet><script data-prefix="\/s\/">.*<\/script><h1>/)
  expect(text).toContain('<a href="/s/greet/ann" data-hashbang-href="#!/greet/ann">Ann</a>')
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
  await edit('base.css', '7px', '9px', async () =>
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).marginLeft)).toBe(
      '9px',
    ),
  )
  expect(await page.locator('body').getAttribute('data-same')).toBe('yes')
})

test('in development an error view in the browser receives the message of the error', async ({
  page,
}) => {
  await page.goto(`${origin}/#!/failing`)
  await expect(page.locator('p', { hasText: 'failed' })).toHaveText('failed: no luck')
})

test('state in modules of the app and of packages ends with the page', async () => {
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
    const paths = styles.map((href) => href.replace(/\?.*/, ''))
    expect(paths.slice(0, 2)).toEqual(['/base.css', '/views/styled.css'])
    expect((await get(styles[1] ?? '')).text).toContain('.styled')
  }
  expect(stylesOf((await snapshot('')).text)).toHaveLength(1)
})

test('Vite answers other paths, and its process has no DOM', async () => {
  for (const path of ['/nowhere', '/nothing.js', '/feed.xml'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  const { status, text } = await get('/nothing.html')
  expect(await get('/nothing.html?_escaped_fragment_=')).toMatchObject({ status, text })
  expect(domGlobals()).toEqual(before)
})

const BUG = "throw new Error('no database here')\n"
const NIGHTLY = { tag: '@nightly' }
for (const [change, [file, from, to], [state, shows, status = 200], details = {}] of [
  [
    'an edit of a module deep in a view',
    ['views/words.ts', 'first words', 'second words'],
    ['', '<h1>second words</h1>'],
  ],
  [
    'an edit of an element that is defined already',
    ['views/greeting.ts', '<p>', '<p class="new">'],
    ['/greet/bob', '<p class="new" data-hb="0">hello bob</p>'],
  ],
  ['an edit of the shell', ['index.html', 'Shell one', 'Shell two'], ['', 'Shell two']],
  ['a syntax error in a view', ['views/words.ts', '= ', '= = '], ['', 'words.ts:1', 500]],
  ['the edit that mends the view', ['views/words.ts', '= = ', '= '], ['', 'second words']],
  ['a syntax error', ['routes.ts', 'Routes(', 'Routes((('], ['', 'routes.ts', 500]],
  ['the edit that mends it', ['routes.ts', 'Routes(((', 'Routes('], ['', 'second words']],
  [
    'an error at the start of an app module',
    ['app.ts', 'export const', `${BUG}export const`],
    ['', 'no database here', 500],
    NIGHTLY,
  ],
  ['the edit that takes it away', ['app.ts', BUG, ''], ['', ' words</h1>'], NIGHTLY],
] as [string, [string, string, string], [string, string, number?], object?][]) {
  test(`${change} appears in the next snapshot, at both addresses`, details, () =>
    edit(file, from, to, async () => {
      for (const answer of [await snapshot(state), await get(`/s/${state.slice(1)}`)]) {
        expect(answer.text).toContain(shows)
        expect(answer.status).toBe(status)
        // The colours of a terminal.
        expect(answer.text).not.toContain('U+001B')
      }
    }),
  )
}

test('a home that fails to render is the app alone, with a warning', NIGHTLY, async () => {
  const home = (holds: string) => async () => expect((await get('/')).text).toContain(holds)
  const [good, bad] = ['{WORDS}', '{WORDS.nothing.there}']
  await edit('views/home.ts', good, bad, home('<hashbang-outlet></hashbang-outlet>'))
  expect((await get('/')).text).toContain('/@vite/client')
  expect(warned.join('\n')).toContain('The page "/" comes without its content')
  await edit('views/home.ts', bad, good, home('<h1>'))
})

test('a build writes the client and the worker, and preview serves both', async () => {
  await project.build()
  expect(project.read('dist/client/index.html')).toContain('<meta name="fragment" content="!">')
  expect(existsSync(join(project.root, 'dist/worker/app.js'))).toBe(true)
  expect(existsSync(join(project.root, 'dist/worker/index.html'))).toBe(false)
  // Libraries are the same in the worker as in the client, however the server is started.
  const worker = join(project.root, 'dist/worker')
  const files = readdirSync(worker, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.js')))
    expect(project.read(`dist/worker/${file}`)).not.toContain('process.env')

  const previewed = await project.preview()
  const show = async (state: string) => {
    const response = await fetch(`${previewed}/?_escaped_fragment_=${state}`)
    return [response.status, await response.text()] as const
  }
  const greeting = 'hello bob</p><i data-hb="0">false</i>'
  expect(await show('/greet/bob')).toEqual([200, expect.stringContaining(greeting)])
  // The message is for development alone.
  expect(await show('/failing')).toEqual([500, expect.stringContaining('<p>failed: </p>')])
  const [, text] = await show('/styled')
  expect(text).toContain('<p class="styled">styled</p>a part')
  const rules = ['margin', '.styled', '.part']
  expect(stylesOf(text).map((href) => project.read(`dist/client${href}`))).toEqual(
    rules.map((rule) => expect.stringContaining(rule)),
  )
})

const OUTLET = '<head></head><hashbang-outlet></hashbang-outlet>'
const SHELL = `<!doctype html>${OUTLET}`

/** A small app, and the page at an address of its dev server. */
const filesOf = (shell: string, app: string) => ({
  'index.html': shell,
  'app.ts': `import * as router from 'hashbang-router'\n${app}`,
})
const textOf = async (url: string) =>
  (await fetch(url, { headers: { accept: 'text/html' } })).text()

const home = (text: string) => `const { defineRoutes, html, htmlView, route } = router
const view = htmlView(() => html\`<p>\${${text}}</p>\`)
export const routes = defineRoutes({ home: route('', { view: async () => ({ default: view }) }) })
`

test('virtual modules and constants of plugins work in snapshots in development', async ({
  newProject,
}) => {
  const made: Plugin = {
    name: 'made',
    config: () => ({ define: { __WORD__: '"constant"', 'process.env': { OWN: '' } } }),
    resolveId: (id) => ({ 'virtual:hidden': '\0hidden', 'virtual:open': id })[id],
    load: (id) =>
      ({ '\0hidden': 'export default "made"', 'virtual:open': 'export default "shown"' })[id],
  }
  const app = `import hidden from 'virtual:hidden'
import open from 'virtual:open'
${home('[hidden, open, __WORD__, typeof process.env.OWN, typeof process.env.PATH]')}`
  const own = await newProject(filesOf(SHELL, app), {
    plugins: [made, hashbang({ app: 'app.ts' })],
  }).develop()
  expect(await textOf(`${own}/?_escaped_fragment_=`)).toContain(
    '<p>madeshownconstantstringstring</p>',
  )
})

test('where states are paths, the dev server answers them with the app', async ({ newProject }) => {
  const app = `const { defineRoutes, pathScheme, route } = router
export const routes = defineRoutes({ a: route('/a/:b') }, { scheme: pathScheme() })`
  const own = await newProject(filesOf(SHELL, app), {
    plugins: [hashbang({ app: 'app.ts' })],
  }).develop()
  expect(await textOf(`${own}/a/b`)).toContain('<hashbang-outlet></hashbang-outlet>')
})

test('a shell without a doctype has snapshots without one', async ({ newProject }) => {
  const files = filesOf(OUTLET, home('document.compatMode'))
  const own = await newProject(files, { plugins: [hashbang({ app: 'app.ts' })] }).develop()
  const html = await textOf(`${own}/?_escaped_fragment_=`)
  expect(html).toContain('<p>BackCompat</p>')
  expect(html).not.toMatch(/doctype/i)
})
