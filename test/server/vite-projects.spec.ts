/**
 * The Vite plugin in projects that are laid out in other ways than the plainest: a base, pages beside the first, a user's own
 * input; what a build leaves for the server; and what is said when a file or an outlet is missing.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder, createServer, type InlineConfig, preview } from 'vite'
import { type RunningServer, startServer } from '../../dist/server/serve/start/start-server.js'
import { loadConfig } from '../../dist/server/site/load-config.js'

// Inside the package, so that the projects find it by its name.
const CACHE = join(import.meta.dirname, '../../.cache')

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
const TWO = { '/': 'app.js', '/admin/': 'admin/app.js' }

function project(files: Readonly<Record<string, string>>): string {
  mkdirSync(CACHE, { recursive: true })
  const root = mkdtempSync(join(CACHE, 'project-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const inline = (root: string, config: InlineConfig): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'silent',
  cacheDir: join(root, '.vite'),
  server: { port: 0 },
  preview: { port: 0 },
  plugins: [hashbang({ app: 'app.js' })],
  ...config,
})

const build = async (root: string, config: InlineConfig = {}) =>
  (await createBuilder(inline(root, config))).buildApp()

/** The server of `hashbang serve`, by what the build left and an origin. */
async function serve(root: string): Promise<{ server: RunningServer; url: string }> {
  const { config } = await loadConfig(join(root, 'dist/hashbang.json'), {
    origin: 'http://a.test',
    port: 0,
    host: '127.0.0.1',
    workers: 1,
    limits: { deadline: 60_000 },
  })
  const server = await startServer(config)
  return { server, url: `http://127.0.0.1:${server.port}` }
}

const snapshot = async (url: string, page: string) => {
  const response = await fetch(`${url}${page}?_escaped_fragment_=`)
  return { status: response.status, text: await response.text() }
}

/** Every file that a document names by a path. */
const filesOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/[^"#?]*\.(?:css|js)[^"]*)"/g)].map(([, file]) => file ?? '')

async function expectWhole(url: string, page: string, title: string): Promise<void> {
  const { status, text } = await snapshot(url, page)
  expect(status).toBe(200)
  expect(text).toContain(`<h1 class="title">${title}</h1>`)
  const shell = await (await fetch(url + page, { headers: { accept: 'text/html' } })).text()
  const files = [...filesOf(text), ...filesOf(shell)]
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    const response = await fetch(url + file)
    expect(response.headers.get('content-type'), file).toMatch(/css|javascript/)
    await response.text()
  }
  const styles = await Promise.all(
    filesOf(text).map(async (file) => (await fetch(url + file)).text()),
  )
  expect(styles.join('')).toContain('.title')
  expect(styles.join('')).toContain('margin')
}

test('a project with a base is whole in development, preview and production', async () => {
  const root = project(PROJECT)
  const config: InlineConfig = { base: '/docs/', appType: 'mpa' }
  const dev = await createServer(inline(root, config))
  try {
    await dev.listen()
    await expectWhole(new URL(dev.resolvedUrls?.local[0] ?? '').origin, '/docs/', 'first')
  } finally {
    await dev.close()
  }
  await build(root, config)
  const previewed = await preview(inline(root, config))
  try {
    await expectWhole(new URL(previewed.resolvedUrls?.local[0] ?? '').origin, '/docs/', 'first')
  } finally {
    await previewed.close()
  }
  const { server, url } = await serve(root)
  try {
    await expectWhole(url, '/docs/', 'first')
    expect((await snapshot(url, '/docs/')).text).toMatch(
      /rel="canonical" href="http:\/\/a\.test\/docs\/["#]/,
    )
    expect((await fetch(`${url}/base.css`)).status).toBe(404)
    expect((await fetch(`${url}/robots.txt`)).status).toBe(200)
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
})

for (const [what, input] of Object.entries({
  'no input of its own': undefined,
  'its input as text': 'index.html',
  'its input as a list': ['index.html', 'extra.js'],
  'its input as a record': { main: 'index.html', extra: 'extra.js' },
})) {
  const tag = input === undefined ? [] : ['@nightly']
  test(`pages whose modules have one name are built and served by a project with ${what}`, {
    tag,
  }, async () => {
    const root = project({ ...PROJECT, ...ADMIN, 'extra.js': 'document.title = "extra"' })
    const absolute = (file: string) => join(root, file)
    const files =
      typeof input === 'object' && !Array.isArray(input)
        ? Object.fromEntries(Object.entries(input).map(([name, file]) => [name, absolute(file)]))
        : typeof input === 'string'
          ? absolute(input)
          : input?.map(absolute)
    await build(root, {
      plugins: [hashbang({ app: TWO })],
      ...(files === undefined ? {} : { build: { rollupOptions: { input: files } } }),
    })
    const { server, url } = await serve(root)
    try {
      await expectWhole(url, '/', 'first')
      await expectWhole(url, '/admin/', 'second')
    } finally {
      await server.stop()
      rmSync(root, { recursive: true })
    }
  })
}

test('a build leaves what the server has to know, and a config file has to say only the rest', async () => {
  const root = project({
    ...PROJECT,
    'hashbang.config.js': "export default { origin: 'https://example.com', cache: { maxAge: 5 } }",
  })
  await build(root)
  const { versions, immutable, ...manifest } = JSON.parse(
    readFileSync(join(root, 'dist/hashbang.json'), 'utf8'),
  )
  expect(Object.keys(versions)).toEqual(['hashbang-router', 'vite'])
  expect(immutable.length).toBeGreaterThan(0)
  for (const file of immutable) expect(file).toMatch(/^assets\/[\w-]+-[\w-]{8}\.(?:js|css)$/)
  expect(manifest).toEqual({
    base: '/',
    assets: 'client',
    pages: { '/': { shell: 'client/index.html', app: 'worker/app.js' } },
  })
  const { config } = await loadConfig(join(root, 'hashbang.config.js'))
  expect(config).toEqual({
    origin: 'https://example.com',
    cache: { maxAge: 5 },
    immutable,
    base: '/',
    assets: join(root, 'dist/client'),
    pages: {
      '/': { shell: join(root, 'dist/client/index.html'), app: join(root, 'dist/worker/app.js') },
    },
  })
  rmSync(root, { recursive: true })
})

test('a manifest that is cut off is named', async () => {
  const root = project({ 'dist/hashbang.json': '{ "pages": {' })
  await expect(loadConfig(join(root, 'dist/hashbang.json'))).rejects.toThrow(
    /dist\/hashbang\.json is not what `vite build` writes .*: build again/,
  )
  rmSync(root, { recursive: true })
})

interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const ask = (url: string, headers: Record<string, string>) =>
  new Promise<Got>((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const body = await buffer(response)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    }).on('error', reject)
  })

test('files are compressed by the build, and ranges are of the files as they are', async () => {
  const root = project(PROJECT)
  await build(root)
  const { server, url } = await serve(root)
  try {
    const file = filesOf((await snapshot(url, '/')).text).at(-1) ?? ''
    const plain = readFileSync(join(root, 'dist/client', file))
    expect(plain.length).toBeGreaterThan(1024)
    const whole = await ask(url + file, { 'accept-encoding': 'gzip, br' })
    expect(whole.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(whole.body.length).toBeLessThan(plain.length)
    expect(brotliDecompressSync(whole.body)).toEqual(plain)
    expect((await ask(url + file, { 'accept-encoding': 'gzip' })).headers).toMatchObject({
      'content-encoding': 'gzip',
    })
    const part = await ask(url + file, { 'accept-encoding': 'br', range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${plain.length}`)
    expect(part.headers['content-encoding']).toBeUndefined()
    expect(part.body).toEqual(plain.subarray(10, 20))
    const rest = await ask(url + file, { range: 'bytes=1000-' })
    expect(rest.body).toEqual(plain.subarray(1000))
    for (const range of ['bytes=-5', 'bytes=0-0', 'bytes=9-2', 'bytes=1-2,5-6', 'lines=1-2']) {
      const all = await ask(url + file, { range })
      expect([range, all.status, all.body]).toEqual([range, 200, plain])
    }
    const changed = await ask(url + file, { range: 'bytes=10-19', 'if-range': '"other"' })
    expect([changed.status, changed.body]).toEqual([200, plain])
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
})

const faults: {
  what: string
  files: Readonly<Record<string, string>>
  app?: string
  says: RegExp
}[] = [
  {
    what: 'no index.html',
    files: { ...PROJECT, 'index.html': '' },
    says: /"\/" needs the file index\.html, and .* has none\. Write it with <hashbang-outlet><\/hashbang-outlet>/,
  },
  {
    what: 'a module that is not there',
    files: PROJECT,
    app: 'ap.js',
    says: /"\/" needs its route table "ap\.js", and .* has no such file\. Correct "app" of hashbang/,
  },
  {
    what: 'no outlet',
    files: { ...PROJECT, 'index.html': HTML.replace(/<hashbang.*>/, '') },
    says: /index\.html has no <hashbang-outlet>: add the line <hashbang-outlet><\/hashbang-outlet> to its <body>/,
  },
  {
    what: 'two outlets',
    files: { ...PROJECT, 'index.html': HTML.replace(/(<hashbang.*>)/, '$1\n$1') },
    says: /index\.html has 2 <hashbang-outlet>s: keep one/,
  },
]

for (const { what, files, app = 'app.js', says } of faults) {
  const tag = what === 'no outlet' ? [] : ['@nightly']
  test(`${what} is named with what to write, by the build and in development`, {
    tag,
  }, async () => {
    const root = project(files)
    if (files['index.html'] === '') rmSync(join(root, 'index.html'))
    const config = { plugins: [hashbang({ app })] }
    await expect(build(root, config)).rejects.toThrow(says)
    expect(existsSync(join(root, 'dist/hashbang.json'))).toBe(false)
    const server = await createServer(inline(root, config))
    try {
      await server.listen()
      const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
      const { status, text } = await snapshot(origin, '/')
      expect(status).toBe(500)
      // Vite writes it as data of a script.
      expect(
        text
          .replaceAll('\\u003c', '<')
          .replaceAll('\\"', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"'),
      ).toMatch(says)
    } finally {
      await server.close()
      rmSync(root, { recursive: true })
    }
  })
}
