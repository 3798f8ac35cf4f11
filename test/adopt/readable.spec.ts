/**
 * Adopted pages at readable addresses: what readers without script find there, that no page folds away for crawlers that run
 * script, and how people get into the app.
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler, type Site } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { type App, writeApp } from './apps.ts'

const app = (mark: string): Pick<App, 'files'> => ({
  files: {
    'style.css': 'h1 { color: rgb(1, 2, 3) }',
    'index.html': `<!doctype html><html><head><title>T</title><link rel="stylesheet" href="style.css"></head><body><main>Loading</main><script>
      function show() {
        const state = decodeURIComponent(location.hash.slice(${mark.length})) || '/'
        document.title = 'Title ' + state
        document.querySelector('main').innerHTML = '<h1>State ' + state + '</h1><button>Count</button>' +
          ['/a', '/b/c?d=1', 'bare', '/ü~!x/../y'].map((one) => '<a href="${mark}' + encodeURI(one) + '">' + one + '</a> ').join('') + '<a href="other.html">Other</a>'
        document.querySelector('button').onclick = (e) => { e.target.textContent = 'Counted' }
      }
      addEventListener('hashchange', show)
      show()
    </script></body></html>`,
  },
})

let server: Server
let site: Site
/** Whose states begin with "#!"; `site` has them behind "#". */
let other: Site | undefined
let origin = ''

test.beforeAll(async () => {
  server = createServer((req, res) => (other ?? site).all(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  site = await open('#')
})
test.afterAll(async () => {
  await site.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function open(mark: '#' | '#!'): Promise<Site> {
  const folder = test.info().outputPath('site')
  writeApp(app(mark), folder)
  return createHandler(
    {
      origin,
      pages: { '/': { site: folder, states: mark, readable: '/s/' } },
      workers: 2,
      limits: { deadline: 90_000 },
    },
    { observers: [() => undefined] },
  )
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(origin + path, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Expects every state to have a path, and every link to lead to the path of the state that it names. */
async function expectPaths(): Promise<void> {
  const { status, text, headers } = await get('/s/a')
  expect(status).toBe(200)
  expect(text).toContain('State /a')
  for (const href of ['/s/a', '/s/b/c?d=1', '/s/!/bare', '/other.html', '/style.css']) {
    expect(text).toContain(`href="${href}"`)
  }
  expect(text).toContain(`<link rel="canonical" href="${origin}/s/a">`)
  expect(headers.get('link')).toContain(`<${origin}/s/a>; rel="canonical"`)
  expect(headers.get('content-security-policy')).toContain("script-src 'sha256-")
  const paths = [...text.matchAll(/href="(\/s\/[^"]+)"/g)].map(([, path = '']) => path)
  await Promise.all(
    paths.map(async (path) => {
      const linked = await get(path.replaceAll('&amp;', '&'))
      const state = /State ([^<]*)/.exec(linked.text)?.[1]
      expect(linked.text, path).toContain(`<title>Title ${state}</title>`)
      expect(text, path).toContain(`>${state}</a>`)
    }),
  )
}

test('every state behind "#" has a path, and all links lead to paths', expectPaths)

test('every state behind "#!" has a path, and all links lead to paths', {
  tag: '@nightly',
}, async () => {
  other = await open('#!')
  try {
    await expectPaths()
  } finally {
    await other.close()
    other = undefined
  }
})

test('Markdown, llms.txt and the sitemap name them; the page itself has its content for readers without script', async ({
  page,
}) => {
  const markdown = await get('/s/a.md')
  expect(markdown.text).toContain(`title: "Title /a"\ncanonical: "${origin}/s/a"`)
  expect(markdown.text).toContain(`# State /a`)
  expect(markdown.text).toContain(`(${origin}/s/b/c?d=1)`)
  expect((await get('/s/a', { accept: 'text/markdown' })).text).toBe(markdown.text)
  const home = await get('/')
  expect(home.text).toMatch(/<noscript>.*State \/<.*href="\/s\/a".*<\/noscript><\/body>/s)
  await expect.poll(async () => (await get('/sitemap.xml')).status, { timeout: 60_000 }).toBe(200)
  expect((await get('/sitemap.xml')).text).toContain(`<loc>${origin}/s/a</loc>`)
  expect((await get('/llms.txt')).text).toContain(`[Title /a](${origin}/s/a.md)`)
  // With script it is the app, as it is.
  await page.goto(origin)
  await page.click('button')
  await expect(page.locator('button')).toHaveText('Counted')
  await expect(page.locator('h1')).toHaveCount(1)
  await page.goto(`${origin}/#/a`)
  await expect(page.locator('h1')).toHaveText('State /a')
})

test('with script it stays a page, until somebody clicks: then the app shows what was meant', async ({
  page,
}) => {
  await page.goto(`${origin}/s/a`)
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  // As scripts of crawlers do.
  await page.evaluate(() => document.querySelector('a')?.dispatchEvent(new MouseEvent('click')))
  expect(page.url()).toBe(`${origin}/s/a`)
  await page.getByRole('link', { name: '/b/c?d=1' }).click()
  await expect(page).toHaveURL(`${origin}/#/b/c?d=1`)
  await expect(page.locator('h1')).toHaveText('State /b/c?d=1')
  await page.goBack()
  await expect(page).toHaveURL(`${origin}/s/a`)
  await page.click('button')
  await expect(page).toHaveURL(`${origin}/#/a`)
  await page.click('button')
  await expect(page.locator('button')).toHaveText('Counted')
})

test('an export writes them as twins', { tag: '@nightly' }, async ({ baseURL: _ }, info) => {
  const cwd = info.outputPath('export')
  writeApp(app('#'), join(cwd, 'site'))
  const config = `export default { origin: 'https://t.test', limits: { deadline: 60000 }, pages: { '/': { site: 'site', states: '#', readable: '/s/' } } }`
  writeApp({ files: { 'hashbang.config.js': config } }, cwd)
  const args = ['export', '-o', 'out', '--twins', 's', '--markdown', '--json']
  const { stdout, stderr } = await hashbang(args, cwd)
  expect(JSON.parse(stdout), stderr).toMatchObject({ errors: [] })
  const list = await hashbang(['sitemap', '--list'], cwd)
  expect(list.stdout).toContain('https://t.test/s/b/c?d=1')
})

test('a home link to "#/" leads to the page itself, which is listed once', async () => {
  const folder = test.info().outputPath('home')
  const files = {
    'index.html': `<!doctype html><html><head><title>T</title></head><body><main></main><script>
      function show() {
        const state = location.hash.slice(1) || '/'
        document.querySelector('main').innerHTML = '<h1>' + state + '</h1><a href="#/">Home</a> <a href="#/a">A</a>'
      }
      addEventListener('hashchange', show)
      show()
    </script></body></html>`,
  }
  writeApp({ files }, folder)
  const config = { origin, pages: { '/': { site: folder, readable: '/s/' } }, workers: 1 }
  const home = await createHandler(config, { observers: [() => undefined] })
  other = home
  try {
    const a = await get('/s/a')
    expect(a.text).toMatch(/<a [^>]*href="\/"[^>]*>Home<\/a>/)
    // Addresses from before lead there, too.
    for (const path of ['/?_escaped_fragment_=', '/?_escaped_fragment_=/', '/s/!'])
      expect((await get(path)).text).toContain(`<link rel="canonical" href="${origin}/">`)
    await expect.poll(async () => (await get('/sitemap.xml')).status).toBe(200)
    const { text } = await get('/sitemap.xml')
    const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    expect(urls).toEqual([`${origin}/`, `${origin}/s/a`])
  } finally {
    other = undefined
    await home.close()
  }
})
