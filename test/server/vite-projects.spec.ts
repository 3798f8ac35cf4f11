/** The Vite plugin in projects that are laid out in other ways than the plainest. */
import { existsSync, readFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { loadConfig } from '../../dist/server/site/load-config.js'
import { test } from '../vite-project.ts'

const HTML = `<!doctype html><html lang="en"><head><title>App</title></head><body>
<hashbang-outlet></hashbang-outlet>
<script type="module" src="/main.js"></script></body></html>`
const MAIN = `import { start } from 'hashbang-router/browser'
import { routes } from './app.js'
import './base.css'
start(routes)`
const app = (name: string) => `import { defineRoutes, route } from 'hashbang-router'
export const routes = defineRoutes({
  home: route('', { head: () => ({ title: '${name}' }), view: () => import('./view.js') }),
})`
const view = (name: string) => `import { html, htmlView } from 'hashbang-router'
import './view.css'
export default htmlView(() => html\`<h1 class="title">${name}</h1>\`)`

const PROJECT = {
  'index.html': HTML,
  'main.js': MAIN,
  'app.js': app('first'),
  'view.js': view('first'),
  'base.css': 'body { margin: 7px }',
  'view.css': Array.from({ length: 99 }, (_, x) => `.title-${x} { margin: ${x}px }`).join('\n'),
}
const ADMIN = {
  'admin/index.html': HTML.replace('/main.js', '/admin/main.js'),
  'admin/main.js': MAIN.replace('./base.css', '../base.css'),
  'admin/app.js': app('second'),
  'admin/view.js': view('second'),
  'admin/view.css': '.title { color: rgb(3, 2, 1) }',
}

const PLUGINS = { plugins: [hashbang({ app: 'app.js' })] }

const snapshot = async (url: string, page: string) => {
  const response = await fetch(`${url}${page}?_escaped_fragment_=`)
  return { status: response.status, text: await response.text() }
}

const filesOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/[^"#?]*\.(?:css|js)[^"]*)"/g)].map(([, file]) => file ?? '')

async function expectWhole(url: string, page: string, title: string): Promise<void> {
  const { status, text } = await snapshot(url, page)
  expect(status).toBe(200)
  expect(text).toContain(`<h1 class="title">${title}</h1>`)
  const shell = await (await fetch(url + page, { headers: { accept: 'text/html' } })).text()
  const files = [...filesOf(text), ...filesOf(shell)]
  expect(files.length).toBeGreaterThan(2)
  let styles = ''
  for (const file of files) {
    const response = await fetch(url + file)
    expect(response.headers.get('content-type'), file).toMatch(/css|javascript/)
    styles += await response.text()
  }
  expect(styles).toContain('.title')
  expect(styles).toContain('margin')
}

test('a project with a base works in development, preview and production', async ({
  newProject,
}) => {
  const project = newProject(PROJECT, { ...PLUGINS, base: '/docs/', appType: 'mpa' })
  const developed = await project.develop()
  await expectWhole(developed, '/docs/', 'first')
  await project.build()
  await expectWhole(await project.preview(), '/docs/', 'first')
  const url = await project.serve()
  await expectWhole(url, '/docs/', 'first')
  for (const origin of [developed, url]) {
    const { status, headers } = await fetch(`${origin}/docs`, { redirect: 'manual' })
    expect(status).toBe(origin === developed ? 302 : 301)
    expect(headers.get('location')).toMatch(/^(?:http:\/\/a\.test)?\/docs\/$/)
  }
  const canonical = /rel="canonical" href="http:\/\/a\.test\/docs\/["#]/
  expect((await snapshot(url, '/docs/')).text).toMatch(canonical)
  expect((await fetch(`${url}/base.css`)).status).toBe(404)
  expect((await fetch(`${url}/robots.txt`)).status).toBe(200)
})

for (const [inputs, input] of Object.entries({
  'no input': undefined,
  'an input as text': 'index.html',
  'an input as a list': ['index.html', 'extra.js'],
  'an input as a record': { main: 'index.html', extra: 'extra.js' },
})) {
  test(`a project with ${inputs} builds and serves two pages whose modules have the same name`, async ({
    newProject,
  }) => {
    const files = { ...PROJECT, ...ADMIN, 'extra.js': 'document.title = "extra"' }
    const project = newProject(files, {
      plugins: [hashbang({ app: { '/': 'app.js', '/admin/': 'admin/app.js' } })],
      ...(input && { build: { rollupOptions: { input } } }),
    })
    await project.build()
    const url = await project.serve()
    await expectWhole(url, '/', 'first')
    await expectWhole(url, '/admin/', 'second')
  })
}

test('a build writes the settings of the server, and a config file, in TypeScript too, adds the rest', async ({
  newProject,
}) => {
  const settings =
    "interface Any { origin: string }\nexport default { origin: 'https://example.com', cache: { maxAge: 5 } } satisfies Any"
  const project = newProject({ ...PROJECT, 'hashbang.config.ts': settings }, PLUGINS)
  await project.build()
  const { versions, immutable, ...manifest } = JSON.parse(project.read('dist/hashbang.json'))
  expect(Object.keys(versions)).toEqual(['hashbang-router', 'vite'])
  expect(immutable.length).toBeGreaterThan(0)
  for (const file of immutable) expect(file).toMatch(/^assets\/[\w-]+-[\w-]{8}\.(?:js|css)$/)
  const page = { shell: 'client/index.html', app: 'worker/app.js' }
  expect(manifest).toEqual({ base: '/', assets: 'client', pages: { '/': page } })
  const dist = (file: string) => join(project.root, 'dist', file)
  expect(await loadConfig(join(project.root, 'hashbang.config.ts'))).toEqual({
    origin: 'https://example.com',
    cache: { maxAge: 5 },
    base: '/',
    assets: dist('client'),
    pages: { '/': { shell: dist(page.shell), app: dist(page.app) } },
  })
  project.write({ 'dist/hashbang.json': '{ "pages": {' })
  await expect(loadConfig(dist('hashbang.json'))).rejects.toThrow(
    /dist\/hashbang\.json is not what `vite build` writes .*: build again/,
  )
})

const ask = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: await buffer(response) })
    }).on('error', reject)
  })

test('the build compresses files, and ranges refer to the uncompressed files', async ({
  newProject,
}) => {
  const project = newProject(PROJECT, PLUGINS)
  await project.build()
  const url = await project.serve()
  const file = filesOf((await snapshot(url, '/')).text).at(-1) ?? ''
  const plain = readFileSync(join(project.root, 'dist/client', file))
  expect(plain.length).toBeGreaterThan(1024)
  const whole = await ask(url + file, { 'accept-encoding': 'gzip, br' })
  expect(whole.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(whole.body.length).toBeLessThan(plain.length)
  expect(brotliDecompressSync(whole.body)).toEqual(plain)
  const gzip = await ask(url + file, { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  const part = await ask(url + file, { 'accept-encoding': 'br', range: 'bytes=10-19' })
  expect([part.status, part.body]).toEqual([206, plain.subarray(10, 20)])
  expect(part.headers['content-range']).toBe(`bytes 10-19/${plain.length}`)
  expect(part.headers['content-encoding']).toBeUndefined()
})

for (const { name, html = HTML, app = 'app.js', says } of [
  {
    name: 'a missing module',
    app: 'ap.js',
    says: /"\/" needs its route table "ap\.js", and .* has no such file\. Correct "app" of hashbang/,
  },
  {
    name: 'no outlet',
    html: HTML.replace(/<hashbang.*>/, ''),
    says: /index\.html has no <hashbang-outlet>: add the line <hashbang-outlet><\/hashbang-outlet> to its <body>/,
  },
]) {
  test(`${name} is an error with its fix, in the build and in development`, async ({
    newProject,
  }) => {
    const files = { ...PROJECT, 'index.html': html }
    const project = newProject(files, { plugins: [hashbang({ app })] })
    await expect(project.build()).rejects.toThrow(says)
    expect(existsSync(join(project.root, 'dist/hashbang.json'))).toBe(false)
    const { status, text } = await snapshot(await project.develop(), '/')
    expect(status).toBe(500)
    // Vite writes it as data of a script.
    const signs = { '\\u003c': '<', '\\"': '"', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
    const plain = Object.entries(signs).reduce((made, pair) => made.replaceAll(...pair), text)
    expect(plain).toMatch(says)
  })
}
