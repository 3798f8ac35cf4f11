/** Mistakes at the command line and in the configuration: each ends with the exit code that is documented, and a sentence. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { openSite, readSite } from '../../dist/server/cli/open-site.js'
import { UsageError } from '../../dist/server/cli/terminal.js'
import { hashbang } from '../tools/command.ts'
import { holds, type Mistake, project } from './mistake.ts'

const APP = `import { defineRoutes, html, htmlView, oneOf, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })
export const routes = defineRoutes({
  home: route('', { view }),
  hangs: route('/hangs', { load: () => new Promise(() => {}), view }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
  word: route('/word/:lemma', { view }),
  many: route('/many/:id', {
    *entries() { for (let id = 0; id < (process.env.MANY ?? 0); id++) yield { params: { id: String(id) } } },
    load: ({ params }) => new Promise((done) => setTimeout(done, 20, params.id)),
    view,
  }),
})
`
const CONFIG = `export default {
  origin: 'http://a.test',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
  limits: { deadline: 10_000 },
  workers: 1,
  host: '127.0.0.1',
`
const SHELL =
  '<!doctype html><html lang="en"><head><title>x</title><meta name="fragment" content="!"></head><body><hashbang-outlet></hashbang-outlet></body></html>'

let root: string
let dead: string

test.beforeAll(async () => {
  root = project({
    'app.js': APP,
    'index.html': SHELL,
    'hashbang.config.js': `${CONFIG}}\n`,
    'brief.config.js': `${CONFIG.replace('10_000', '1000')}}\n`,
    'syntax.config.js': `${CONFIG}  port 3000,\n}\n`,
    'throws.config.js': `const key = undefined\nexport default { origin: key.origin }\n`,
    'setting.config.js': `${CONFIG}  prot: 3000,\n}\n`,
    'assets.config.js': `${CONFIG}  assets: 'dist/nowhere',\n  port: 0,\n}\n`,
    'context.config.js': `${CONFIG.replace('app.js', 'context.js')}  port: 0,\n}\n`,
    'context.js': `${APP}\nexport const context = () => { throw new Error('no database at db.test') }\n`,
    'plain.config.js': `${CONFIG.replace('app.js', 'plain.js')}}\n`,
    'plain.js': `import { route } from 'hashbang-router'\nexport const routes = { home: route('') }\n`,
  })
  // A port that nobody listens on any more.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  dead = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  server.close()
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Said extends Mistake {
  readonly args: readonly string[]
  readonly code: number
  /** Another promise of `npm test` is the same. */
  readonly tag?: '@nightly'
}

const MISTAKES: readonly Said[] = [
  {
    what: 'a config that throws',
    tag: '@nightly',
    args: ['sitemap', '-c', 'throws.config.js'],
    code: 2,
    name: 'HB108: Cannot read',
    value: "reading 'origin'",
    remedy: 'export default defineConfig({ … })',
    place: 'throws.config.js:2',
  },

  {
    what: 'a config with a syntax error',
    args: ['serve', '-c', 'syntax.config.js'],
    code: 2,
    name: 'HB108: Cannot read',
    value: 'SyntaxError: Unexpected number',
    remedy: 'export default defineConfig({ … })',
    place: 'syntax.config.js:7',
  },
  {
    what: 'a folder of assets that is not there',
    args: ['serve', '-c', 'assets.config.js'],
    code: 2,
    name: 'HB106: "assets"',
    value: 'dist/nowhere',
    remedy: 'build the app first, or correct the path',
    place: 'dist/nowhere',
  },
  {
    what: 'a context() that throws',
    args: ['serve', '-c', 'context.config.js'],
    code: 3,
    name: 'HB103: The context() of the app module of "/"',
    value: 'no database at db.test',
    remedy: 'repair the service that it connects to',
    place: /context\.js:\d+/,
  },
  {
    what: 'a route with params and no entries, in a sitemap',
    args: ['sitemap', '--list'],
    code: 0,
    name: 'HB110: "word"',
    value: '(/word/:lemma)',
    remedy: 'Add entries: () => [',
    place: '"word" (/word/:lemma)',
  },
  {
    what: 'a route with params and no entries, in an export',
    tag: '@nightly',
    args: ['export', '--limit', '1'],
    code: 0,
    name: 'HB110: "word"',
    value: '(/word/:lemma)',
    remedy: 'Add entries: () => [',
    place: '"word" (/word/:lemma)',
  },
  {
    what: 'a search key that is refused',
    args: ['inspect', '/shop?sort=size'],
    code: 1,
    name: 'HB111: "shop" (/shop)',
    value: 'refuses the search key "sort" "size"',
    remedy: 'Pass a value that its codec reads',
    place: '/shop',
  },
  {
    what: 'a loader that hangs',
    args: ['inspect', '/hangs', '--timeout', '2000', '-c', 'brief.config.js'],
    code: 1,
    name: 'the loader of "hangs"',
    value: '"type":"aborted"',
    remedy: '"waiting":',
    place: '/hangs',
  },
  {
    what: 'a page that there is not',
    args: ['inspect', '/', '--page', '/admin.html'],
    code: 2,
    name: 'HB113',
    value: '"/admin.html"',
    remedy: 'set --page to one of "/"',
    place: '--page',
  },
  ...['crawl', 'verify'].map((command) => ({
    what: `a server that does not run, by ${command}`,
    ...(command === 'verify' && { tag: '@nightly' as const }),
    args: [command, 'DEAD'],
    code: 3,
    name: 'HB112: Cannot reach',
    value: 'connection refused',
    remedy: 'Start the server, or correct the URL',
    place: 'http://127.0.0.1:',
  })),
  {
    what: 'a server that does not run, by inspect',
    tag: '@nightly',
    args: ['inspect', 'DEAD#!/x'],
    code: 3,
    name: 'HB112: Cannot reach',
    value: 'connection refused',
    remedy: 'Start the server, or correct the URL',
    place: '_escaped_fragment_=/x',
  },
]

for (const mistake of MISTAKES) {
  test(`${mistake.what}: exit code ${mistake.code}, and what to do`, {
    tag: mistake.tag ?? [],
  }, async () => {
    const args = mistake.args.map((arg) => arg.replace('DEAD', dead))
    const { code, stdout, stderr } = await hashbang(args, root)
    holds(stdout + stderr, mistake)
    expect(code, stdout + stderr).toBe(mistake.code)
  })
}

/** In the configuration: every command reads it so. */
const CONFIGURED: readonly (Mistake & { readonly file: string })[] = [
  {
    what: 'a setting with a slip',
    file: 'setting.config.js',
    name: 'HB109',
    value: '"prot"',
    remedy: 'there are origin, pages',
    place: 'setting.config.js',
  },
  {
    what: 'a config that is not there',
    file: 'none.config.js',
    name: 'HB107: There is no config file',
    value: 'none.config.js',
    remedy: 'check the path',
    place: 'none.config.js',
  },
  {
    what: 'routes that defineRoutes was not called with',
    file: 'plain.config.js',
    name: 'HB101: The app module of "/"',
    value: '{"home":',
    remedy: 'Wrap them: export const routes = defineRoutes({ … })',
    place: 'plain.js',
  },
]

for (const { file, ...mistake } of CONFIGURED) {
  test(`${mistake.what} is told by every command, and what to do`, async () => {
    const error = await readSite(join(root, file))
      .then(openSite)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UsageError)
    holds((error as Error).message, mistake)
  })
}

test('sitemap --list --json is one JSON document', async () => {
  const { code, stdout } = await hashbang(['sitemap', '--list', '--json'], root, { MANY: '2' })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([
    'http://a.test/',
    'http://a.test/#!/hangs',
    'http://a.test/#!/shop',
    'http://a.test/#!/many/0',
    'http://a.test/#!/many/1',
  ])
})

/** Runs a command until it has begun its work, presses Ctrl-C, and gives what it said. */
async function interrupted(args: readonly string[], begun: () => Promise<unknown>) {
  const child = spawn(process.execPath, [resolve('dist/server/cli/main.js'), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, MANY: '100000' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  await begun()
  child.kill('SIGINT')
  const [code] = await ended
  return { code, said, until: said }
}

test('Ctrl-C ends a crawl with what it has found, and 130', async () => {
  let asked = 0
  let enough = () => {}
  const begun = new Promise<void>((resolve) => {
    enough = resolve
  })
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    asked += 1
    if (asked === 20) enough()
    const state = new URL(request.url ?? '', dead).searchParams.get('_escaped_fragment_') ?? ''
    const links = [0, 1, 2].map((more) => `<a href="#!${state}/${more}">x</a>`).join('')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>${state}</title><p>${state}</p>${links}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, said } = await interrupted(
    ['crawl', `http://127.0.0.1:${port}/#!/a`, '--limit', '100000'],
    () => begun,
  )
  server.close()
  server.closeAllConnections()
  expect(said).toMatch(/Visited \d+ URLs/)
  expect(said).toContain('Interrupted: these are the results so far.')
  expect(said).not.toContain('unreachable')
  expect(code).toBe(130)
})

test('Ctrl-C ends an export with what it has made, publishes nothing, and 130', async () => {
  const { existsSync } = await import('node:fs')
  const out = `${root}/out`
  const { code, said } = await interrupted(['export', '-o', out, '--run', 'one'], () =>
    expect.poll(() => existsSync(out), { timeout: 60_000 }).toBe(true),
  )
  expect(said).toMatch(/Interrupted after \d+ states?: nothing has been published/)
  expect(said).toContain('--run one takes it up')
  expect(code).toBe(130)
})
