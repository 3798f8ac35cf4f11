/** `export --site`: an app at paths as files. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { hashbang as plugin } from 'hashbang-router/vite'
import sirv from 'sirv'
import { createBuilder } from 'vite'
import { type Listening, listening } from '../listening.ts'
import { memoryFolder } from '../memory-folder.ts'
import { project } from '../project.ts'
import { hashbang } from './command.ts'

const APP = `import { defineRoutes, html, htmlView, notFound, pathScheme, redirect, route, text } from 'hashbang-router'
const words = { ajax: 'a hero', bee: 'an insect', 'naïve art': 'a style' }
const title = (title) => () => ({ title })
const view = (make) => async () => ({ default: htmlView(make) })
const entries = () => [{}]
export const routes = defineRoutes({
  home: route('', { head: title('Home'), view: view(() => html\`<h1>Home</h1>\`) }),
  word: route('/word/:lemma', {
    entries: () => Object.keys(words).map((lemma) => ({ params: { lemma } })),
    load: ({ params }) => { globalThis.asked?.push(params.lemma); return words[params.lemma] ?? (params.lemma.startsWith('new') ? 'just made' : notFound()) },
    head: ({ params, data }) => ({ title: params.lemma, description: data, lang: 'de' }),
    view: view((page) => html\`<h1>\${page.params.lemma}</h1><p>\${page.data}</p>\`),
  }),
  search: route('/search', {
    search: { q: text.optional('') },
    entries: () => [{ search: { q: '' } }, { search: { q: 'x' } }],
    head: title('Search'),
    view: view((page) => html\`<h1>Search \${page.search.q}</h1>\`),
  }),
  old: route('/old', { entries, load: () => redirect('word', { lemma: 'bee' }) }),
  plain: route('/plain', { entries, view: view(() => html\`<h1>Plain</h1>\`) }),
  logo: route('/logo.svg', { entries, view: view(() => html\`<h1>No file</h1>\`) }),
}, { scheme: pathScheme({ base: 'BASE' }), notFound: view(() => html\`<h1>There is no such page</h1>\`) })`

const FILES = {
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Words</title><link rel="icon" href="/logo.svg"></head><body>
<nav><a id="first" href="word/bee">bee</a></nav><hashbang-outlet></hashbang-outlet>
<script type="module" src="/main.js"></script></body></html>`,
  'main.js': `import { fromHashbang, start } from 'hashbang-router/browser'
import { routes } from './app.js'
import './style.css'
globalThis.asked = []
globalThis.router = start(routes, { upgrade: fromHashbang })
globalThis.router.ready.then((outcome) => document.body.dataset.ready = outcome)`,
  'style.css': 'h1 { color: rgb(1, 2, 3) }',
  'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'public/own/index.html': 'a page of its own',
}

async function build(root: string, base: string): Promise<void> {
  const config = { root, base, logLevel: 'silent' as const, configFile: false as const }
  const builder = await createBuilder({ ...config, plugins: [plugin({ app: 'app.js' })] })
  await builder.buildApp()
}

async function built(path: string, base = path): Promise<string> {
  const root = project({ ...FILES, 'app.js': APP.replace('BASE', path) }, 'paths')
  await build(root, base)
  return root
}

const run = (root: string, ...args: string[]) =>
  hashbang(['export', '--json', ...args], root, {
    ...{ WORKERS: '1', ORIGIN: 'https://words.test' },
  })

async function exported(root: string, into: string) {
  const { code, stdout, stderr } = await run(root, '--site', into)
  const { folders, ...rest } = JSON.parse(stdout || '{}')
  return { code, stderr, ...rest, ...folders?.[0] }
}

test.describe.configure({ mode: 'serial' })

let root: string
let site: string

test.beforeAll(async () => {
  site = await memoryFolder('paths-site')
  // Relative URLs of the build: they must be found from every path all the same.
  root = await built('/', './')
  // The state at /logo.svg has the place of a file of the app, and no file has a query.
  expect(await exported(root, site)).toMatchObject({ code: 1, written: 7, failed: 1, omitted: 1 })
})

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** As GitHub Pages responds: folders with "/" at their end, and 404.html for missing files. */
function pagesHost(folder: string): Promise<Listening> {
  return listening((req, res) => {
    const { pathname, search } = new URL(req.url ?? '/', 'http://a.test')
    const path = join(folder, decodeURIComponent(pathname))
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory() && !pathname.endsWith('/'))
      return res.writeHead(301, { location: `${pathname}/${search}` }).end()
    const file = stats?.isDirectory() ? join(path, 'index.html') : path
    const isThere = existsSync(file) && statSync(file).isFile()
    const sent = isThere ? file : join(folder, '404.html')
    res.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[extname(sent)] ?? 'text/plain' })
    res.end(readFileSync(sent))
  })
}

const isReady = (page: Page) => page.waitForSelector('body[data-ready]', { state: 'attached' })

const shown = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname + location.search + location.hash,
    title: document.title,
    heading: document.querySelector('hashbang-outlet h1')?.textContent,
    color: getComputedStyle(document.querySelector('h1') as Element).color,
    canonicals: [...document.querySelectorAll('link[rel=canonical]')].map(
      (one) => new URL((one as HTMLLinkElement).href).pathname,
    ),
    lang: document.documentElement.lang,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
  }))

/** Addresses that lead to another, and the content there. */
const LEADS = [
  ['/#!/word/bee', '/word/bee', 'bee'],
  ['/index.html', '/', 'Home'],
  ['/word/ajax/', '/word/ajax', 'ajax'],
  ['/search?q=x', '/search?q=x', 'Search x'],
  ['/old', '/word/bee', 'bee'],
] as const

for (const { name, start, tag } of [
  { name: 'a host that adds a slash', start: pagesHost, tag: [] },
  {
    name: 'a plain file server',
    start: (folder: string) => listening(sirv(folder) as never),
    tag: ['@nightly'],
  },
])
  test(`${name} answers deep links, and the app starts there in place`, { tag }, async ({
    page,
    browser,
  }) => {
    const host = await start(site)
    try {
      for (const path of ['/', '/word/ajax', '/word/na%C3%AFve%20art', '/plain', '/search?q=x'])
        expect([path, (await fetch(host.origin + path)).status]).toEqual([path, 200])
      const without = await browser.newPage({ javaScriptEnabled: false })
      await without.goto(`${host.origin}/word/ajax`)
      await expect(without.locator('h1')).toHaveText('ajax')
      await expect(without.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
      await without.close()

      const failed: string[] = []
      page.on('pageerror', (error) => failed.push(String(error)))
      page.on('response', (response) => {
        if (response.status() >= 400) failed.push(response.url())
      })
      await page.goto(`${host.origin}/word/ajax`)
      await isReady(page)
      expect(await shown(page)).toEqual({
        ...{ path: '/word/ajax', title: 'ajax', heading: 'ajax', color: 'rgb(1, 2, 3)' },
        ...{ canonicals: ['/word/ajax'], description: 'a hero', lang: 'de' },
      })
      // Its data came along.
      expect(await page.evaluate('asked')).toEqual([])
      // Goes on without loading anything anew, and leaves nothing of the first page's head behind.
      await page.evaluate("document.body.dataset.same = 'yes'; router.navigate('plain')")
      await expect(page.locator('hashbang-outlet h1')).toHaveText('Plain')
      await expect
        .poll(() => shown(page))
        .toMatchObject({ path: '/plain', title: 'Words', lang: 'en', canonicals: ['/plain'] })
      expect((await shown(page)).description).toBeUndefined()
      // Relative links of the shell are of the page that it was written for.
      await page.click('#first')
      await expect(page.locator('hashbang-outlet h1')).toHaveText('bee')
      expect((await shown(page)).path).toBe('/word/bee')
      expect(await page.evaluate('document.body.dataset.same')).toBe('yes')
      expect(failed).toEqual([])

      // The page of a redirect names the origin of the site.
      await page.route('https://words.test/**', (route) =>
        route.fulfill({
          status: 301,
          headers: { location: host.origin + new URL(route.request().url()).pathname },
        }),
      )
      for (const [from, path, heading] of LEADS) {
        await page.goto('about:blank')
        await page.goto(host.origin + from)
        await expect.poll(() => shown(page).catch(() => ({}))).toMatchObject({ path, heading })
      }
    } finally {
      await host.close()
    }
  })

test('a host with 404.html starts the app at states without a file, and at unknown paths', async ({
  page,
}) => {
  const host = await pagesHost(site)
  try {
    const path = '/word/new%20one'
    expect((await page.goto(host.origin + path))?.status()).toBe(404)
    await isReady(page)
    const word = { path, title: 'new one', heading: 'new one', canonicals: [path] }
    expect(await shown(page)).toMatchObject(word)
    await page.goto(`${host.origin}/a/b/c`)
    await isReady(page)
    expect(await shown(page)).toMatchObject({ path: '/a/b/c', heading: 'There is no such page' })
  } finally {
    await host.close()
  }
})

test.describe('of other builds', { tag: '@nightly' }, () => {
  test('an app below a base path is written for that path', async ({ page }) => {
    const docs = await memoryFolder('paths-docs')
    expect(await exported(await built('/docs/'), docs)).toMatchObject({ written: 7 })
    const robots = readFileSync(join(docs, 'robots.txt'), 'utf8')
    expect(robots).toContain('Sitemap: https://words.test/docs/sitemap.xml\n')
    const host = await listening((req, res) => {
      const url = req.url ?? ''
      if (!url.startsWith('/docs/')) return res.writeHead(404).end()
      Object.assign(req, { url: url.slice(5) })
      sirv(docs)(req, res, () => void res.writeHead(404).end())
    })
    const path = '/docs/word/ajax'
    await page.goto(host.origin + path)
    await isReady(page)
    expect(await shown(page)).toMatchObject({ path, heading: 'ajax', canonicals: [path] })
    await host.close()
  })
})
