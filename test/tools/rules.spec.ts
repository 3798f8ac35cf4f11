// nginx and Apache serve an export for every ugly URL of a site, byte for byte as our own server
// does, with its status and its headers; pages that have states of the same names are kept apart.
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { readableScheme } from 'hashbang-router'
import { startServer } from '../../dist/server/serve/start/start-server.js'
import { loadConfig } from '../../dist/server/site/load-config.js'
import { HEADERS } from '../../dist/server/tools/export/state-rule.js'
import { listening } from '../listening.ts'
import { memoryFolder } from '../memory-folder.ts'
import { needsProgram } from '../run/programs.ts'
import { hashbang } from './command.ts'
import { contentOf } from './folder-content.ts'
import { type Answer, ask, startApache, startNginx, type WebServer } from './servers.ts'

/**
 * Parts that must not differ between servers, without those of their own: the text of a redirect's
 * body and the tags of files.
 */
const essence = ({ status, headers, body }: Answer) => ({
  status,
  location: headers.location,
  type: status === 200 ? headers['content-type'] : '',
  kept: HEADERS.map((name) => headers[name]),
  body: status === 200 ? body : '',
})

/**
 * Every state of an export as it is requested, and the status in its file: a page that redirects
 * has none.
 */
async function statesOf(folder: string) {
  const pages = [...(await contentOf(join(folder, 'pages')))]
  return pages.map(([, text]) => {
    const [mark = '', escaped = ''] = /\n<!-- hashbang-router \S+ (\S+) -->\n$/.exec(text) ?? []
    const target = escaped.replaceAll('-%2D', '--')
    const [page = '', value = ''] = target.split('?_escaped_fragment_=')
    const body = text.slice(0, -mark.length)
    const [, location] = /<title>Moved<.*content="0; url=([^"]*)"/.exec(body) ?? []
    const headers = location === undefined ? {} : { location: location.replaceAll('&amp;', '&') }
    const status = location === undefined ? 200 : 301
    return { page, state: decodeURIComponent(value), target, answer: { status, headers, body } }
  })
}
type States = Awaited<ReturnType<typeof statesOf>>

const answersOf = (port: number, states: States) =>
  Promise.all(states.map(async ({ target }) => [target, essence(await ask(port, target))] as const))

/** Without the headers and the exact statuses, which no file has. */
const inFile = ([target, { status, location, body }]: readonly [
  string,
  ReturnType<typeof essence>,
]) => [target, status === 302 ? 301 : status, location, body] as const

const readable = readableScheme('/s/')

const movesOf = (port: number, states: States) =>
  Promise.all(
    states
      .filter(({ page, answer }) => page === '/' && answer.status !== 200)
      .map(({ state }) => readable.href(state))
      .filter((href) => !href.includes('?'))
      .map(async (href) => {
        const { status, headers } = await ask(port, href)
        return { href, status, location: headers.location }
      }),
  )

const unmarked = <T extends { readonly body: string }>(answer: T): T => ({
  ...answer,
  body: answer.body.replace(/\n<!-- hashbang-router .* -->\n$/, ''),
})

const ABSENT = [
  ...['/items/missing', '/items/N1', '/../pages/=', '/../../apache.conf', '//items/polish'],
  ...['/items//polish', '/items/./polish', '/AWAY', '/items/^polish'],
].map((state) => `/?_escaped_fragment_=${state}`)

for (const site of ['moved', 'catalogue']) {
  const app = resolve('test/fixtures', site)
  const config = join(app, 'hashbang.config.mjs')
  let folder: string
  let states: States
  let expected: Awaited<ReturnType<typeof answersOf>> = []
  let moves: Awaited<ReturnType<typeof movesOf>> = []

  test.describe(site, () => {
    test.describe.configure({ mode: 'serial' })

    test.beforeAll(async () => {
      folder = await memoryFolder(`rules $1,${site}`)
      const args = ['export', '-c', config, '-o', folder]
      const { code, stderr } = await hashbang(args, process.cwd(), { CATALOGUE: '150' })
      expect(code, stderr).toBe(0)
      states = await statesOf(folder)
      expect(states.length).toBeGreaterThan(150)
    })

    // The size of the other is read from the environment, when it is imported.
    if (site === 'moved') {
      test('an export contains the answers of our own server, with their statuses and headers', async () => {
        const own = await loadConfig(config)
        const listening = { host: '127.0.0.1', port: 0, limits: { queue: 1000 } }
        const server = await startServer({ ...own, ...listening })
        const { port } = server
        expected = await answersOf(port, states)
        expect(states.map(({ target, answer }) => inFile([target, essence(answer)]))).toEqual(
          expected.map(inFile),
        )
        moves = await movesOf(port, states)
        expect(moves.length).toBeGreaterThan(50)
        expect(new Set(moves.map(({ status }) => status))).toEqual(new Set([301]))
        await server.stop()
      })

      test('pages with equal states, and redirects home, are kept apart', () => {
        const redirectOf = (page: string, state: string) => {
          const at = states.findIndex((one) => one.page === page && one.state === state)
          return [expected[at]?.[1].status, expected[at]?.[1].location]
        }
        expect(redirectOf('/', '/same')).toEqual([301, 'https://moved.test/#!/fresh'])
        expect(redirectOf('/admin.html', '/same')).toEqual([200, undefined])
        expect(redirectOf('/', '/away')).toEqual([301, 'https://moved.test/'])
        expect(redirectOf('/a,b/', '/away')).toEqual([302, 'https://moved.test/a,b/'])
      })
    }

    test.describe('nginx before our server', () => {
      needsProgram('nginx')

      test('nginx passes states without a file to our server', async () => {
        const behind = await listening(({ url }, res) => res.end(`made for ${url}`))
        const more = `recursive_error_pages on; error_page 404 = @app; location @app { proxy_pass ${behind.origin}; }`
        const server = await startNginx(folder, app, more)
        const [first] = states.filter(({ answer }) => answer.status === 200)
        const answer = await ask(server.port, first?.target ?? '')
        expect(unmarked(essence(answer)).body).toBe(first?.answer.body)
        const target = '/?_escaped_fragment_=/not/exported'
        expect((await ask(server.port, target)).body).toBe(`made for ${target}`)
        await server.stop()
        await behind.close()
      })
    })

    for (const { name, program, start } of [
      { name: 'nginx', program: 'nginx', start: startNginx },
      { name: 'Apache httpd', program: 'apache2', start: startApache },
    ])
      test.describe(name, () => {
        needsProgram(program)
        let server: WebServer
        test.beforeAll(async () => {
          server = await start(folder, app)
        })
        test.afterAll(() => server?.stop())

        test(`${name} answers every exported state with its snapshot, and nothing else`, async () => {
          const { port } = server
          const answers = await answersOf(port, states)
          const plain = answers.map(([target, answer]) => [target, unmarked(answer)] as const)
          if (expected.length > 0) expect(plain).toEqual(expected)
          const files = states.map(({ target, answer }) => inFile([target, essence(answer)]))
          expect(plain.map(inFile)).toEqual(files)
          if (moves.length > 0) expect(await movesOf(port, states)).toEqual(moves)
          expect((await ask(port, '/?_escaped_fragment_=')).headers).toMatchObject({
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': expect.stringContaining("script-src 'none'"),
          })
          expect((await ask(port, '/')).body).toContain('<script type="module"')
          for (const target of [...ABSENT, '/elsewhere?_escaped_fragment_=/items/polish'])
            expect([target, (await ask(port, target)).status]).toEqual([target, 404])
        })
      })
  })
}
