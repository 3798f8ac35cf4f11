/** Addresses of files in a snapshot, beside those that Chromium shows. */
import { expect, type Page } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { test } from '../vite-project.ts'

/** Over the limit of size under which Vite writes a file into the address. */
const picture = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" fill="${color}">${'<path d="M0 0h9v9z"/>'.repeat(300)}</svg>`

const FILES = {
  'index.html': `<!doctype html><html lang="en"><head><title>App</title></head><body>
<hashbang-outlet></hashbang-outlet><script type="module" src="/main.js"></script></body></html>`,
  'main.js': `import { start } from 'hashbang-router/browser'
import { routes } from './app.js'
start(routes)`,
  'app.js': `import { defineRoutes, route } from 'hashbang-router'
export const routes = defineRoutes({
  home: route('', {
    load: async ({ fetch }) => {
      const words = new URL('./data/words.json', import.meta.url)
      return words.hostname === 'cdn.test' ? [words.href] : (await fetch(words)).json()
    },
    view: () => import('./views/list.js'),
  }),
})`,
  'data/words.json': JSON.stringify(Array.from({ length: 900 }, (_, i) => `word ${i}`)),
  'public/icon.svg': picture('teal'),
  'views/small.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'views/big.svg': picture('red'),
  'views/big.css': `@font-face { font-family: x; src: url(./font.woff2) }\n${'a{color:red}'.repeat(500)}`,
  'views/font.woff2': 'x'.repeat(5000),
  'views/icons/one.svg': picture('blue'),
  'views/icons/two.svg': picture('green'),
  'views/own.js': 'self.onmessage = () => self.postMessage(1)',
  // The bundler makes a require of Node for it, by the file of its own module.
  'node_modules/old/index.js': 'exports.load = (name) => require(name)',
  'node_modules/old/package.json': '{ "name": "old", "version": "1.0.0" }',
  'views/list.js': `import { html, htmlView } from 'hashbang-router'
import old from 'old'
import big from './big.svg'
import small from './small.svg'
import own from './own.js?worker&url'
const name = 'two'
const attempt = (work) => { try { return work() } catch (error) { return error.name } }
const addresses = () => ({
  module: import.meta.url,
  file: new URL('./big.svg', import.meta.url).href,
  data: new URL('./small.svg', import.meta.url).href,
  part: new URL('./big.svg#icon', import.meta.url).href,
  template: new URL(\`./icons/\${name}.svg\`, import.meta.url).href,
  font: new URL('./font.woff2', import.meta.url).href,
  missing: new URL('./nowhere.svg', import.meta.url).href,
  folder: new URL('./icons/', import.meta.url).href,
  elsewhere: new URL('https://cdn.test/a.js', import.meta.url).href,
  resolved: import.meta.resolve('./next.js'),
  bare: attempt(() => import.meta.resolve('some-package')),
  script: own,
  old: typeof old.load,
  ...Object.fromEntries([big, small, ...Object.values(import.meta.glob('./icons/*.svg', { eager: true, query: '?url', import: 'default' }))].map((one, at) => ['import ' + at, one])),
})
export default htmlView(({ data }) => html\`<h1>\${data.length} \${data[0]}</h1>
<dl>\${Object.entries(addresses()).map(([key, url]) => html\`<dt>\${key}</dt><dd>\${url}</dd>\`)}</dl>\`)`,
}

const inBase = (base: string) => ({ base, plugins: [hashbang({ app: 'app.js' })] })

const listOf = (): Record<string, string | undefined> =>
  Object.fromEntries(
    [...document.querySelectorAll('hashbang-outlet dt')].map((one) => [
      one.textContent,
      one.nextElementSibling?.textContent?.replace(
        /^https?:\/\/(?:localhost|127\.0\.0\.1|a\.test)(?::\d+)?/,
        '',
      ),
    ]),
  )

const read = async (page: Page): Promise<Record<string, string | null | undefined>> => ({
  title: await page.locator('hashbang-outlet h1').textContent(),
  ...(await page.evaluate(listOf)),
})

/** What Chromium shows at the address of people, and in the snapshot. */
async function shown(page: Page, origin: string, path: string) {
  await page.goto(origin + path)
  await page.locator('hashbang-outlet dl').waitFor()
  const live = await read(page)
  const response = await fetch(`${origin + path}?_escaped_fragment_=`)
  const html = await response.text()
  expect(response.status, html).toBe(200)
  await page.setContent(html)
  return { live, snapshot: await read(page), html }
}

for (const base of ['/', '/docs/', './', 'https://cdn.test/app/']) {
  test(`a built module has the addresses that a browser has, with the base ${base}`, async ({
    newProject,
    page,
  }) => {
    const project = newProject(FILES, inBase(base))
    await project.build()
    const origin = await project.serve()
    await page.route('https://cdn.test/app/**', async (route) => {
      const response = await fetch(origin + new URL(route.request().url()).pathname.slice(4))
      const headers = {
        'content-type': response.headers.get('content-type') ?? '',
        'access-control-allow-origin': '*',
      }
      await route.fulfill({ body: Buffer.from(await response.arrayBuffer()), headers })
    })
    const { live, snapshot, html } = await shown(page, origin, base.startsWith('/') ? base : '/')
    // The base of another origin counts for files, and not for what a module resolves itself.
    const resolved = base.startsWith('https:') ? live.resolved : snapshot.resolved
    expect({ ...snapshot, resolved }).toEqual(live)
    expect(html).not.toContain('file:')
    expect(html).not.toContain(project.root)
  })
}

test('a module in development has the addresses that a browser has', async ({
  newProject,
  page,
}) => {
  const origin = await newProject(FILES, inBase('/docs/')).develop()
  const { live, snapshot } = await shown(page, origin, '/docs/')
  expect(snapshot).toEqual(live)
})
