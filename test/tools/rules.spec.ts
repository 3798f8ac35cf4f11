/**
 * nginx and Apache serve an export for every ugly URL of a site, byte for byte what our own server answers, with its status
 * and its headers; pages that have states of the same names are kept apart.
 */
import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { readableScheme, toUglyUrl } from 'hashbang-router'
import { startServer } from '../../dist/server/serve/start/start-server.js'
import { loadConfig } from '../../dist/server/site/load-config.js'
import { PAGES, readManifest } from '../../dist/server/tools/export/manifest.js'
import { KEPT } from '../../dist/server/tools/export/rule-syntax.js'
import { memoryFolder } from '../memory-folder.ts'
import { needsProgram } from '../run/programs.ts'
import { hashbang } from './command.ts'
import { startApache, startNginx } from './servers.ts'

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
test.afterAll(() => agent.destroy())

/** As a crawler asks: the target goes over the wire as it stands, which fetch() would not let it. */
const ask = (url: string, target: string) =>
  new Promise<Answer>((done, fail) => {
    get(url, { path: target, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        done({ status: statusCode, headers, body: Buffer.concat(parts) })
      })
    }).on('error', fail)
  })

/** What must not differ between servers: the text of a redirect's body and the tags of files are their own. */
const essence = ({ status, headers, body }: Answer) => ({
  status,
  location: headers.location,
  type: status === 200 ? headers['content-type'] : '',
  kept: KEPT.map((name) => headers[name]),
  body: status === 200 ? body.toString('latin1') : '',
})

const LISTENING = { host: '127.0.0.1', port: 0 }
const MISSING = [
  '/items/missing',
  '/items/N1',
  '/../pages/=',
  '/../../manifest.jsonl',
  '//items/polish',
  '/items//polish',
  '/items/./polish',
  '/AWAY',
]

/** Every state of an export as it is asked for, with its record. */
async function targetsOf(folder: string) {
  const manifest = await readManifest(folder)
  const all = [...(manifest?.records() ?? [])].map((record) => ({
    ...record,
    target: toUglyUrl(`${record.page}#!${record.state}`) ?? '',
  }))
  manifest?.close()
  return all
}

const readable = readableScheme('/s/')

/** Where each readable address leads whose state redirects. */
const movesOf = (url: string, states: Awaited<ReturnType<typeof targetsOf>>) =>
  Promise.all(
    states
      .filter(({ page, bytes }) => page === '/' && bytes === 0)
      .map(({ state }) => readable.href(state))
      .filter((href) => !href.includes('?'))
      .map(async (href) => {
        const { status, headers } = await ask(url, href)
        return [href, status, headers.location] as const
      }),
  )

/** What a server answers to all of them. */
const answersOf = (url: string, targets: readonly { readonly target: string }[]) =>
  Promise.all(targets.map(async ({ target }) => [target, essence(await ask(url, target))] as const))

for (const { site, least } of [
  { site: 'moved', least: 500 },
  { site: 'catalogue', least: 150 },
]) {
  const app = resolve('test/fixtures', site)
  let folder: string
  let states: Awaited<ReturnType<typeof targetsOf>>
  let live: Awaited<ReturnType<typeof answersOf>> | undefined
  let moves: Awaited<ReturnType<typeof movesOf>> | undefined

  test.describe(site, () => {
    test.describe.configure({ mode: 'serial' })

    test.beforeAll(async () => {
      folder = await memoryFolder(`rules $1,${site}`)
      const args = ['export', '-c', join(app, 'hashbang.config.mjs'), '-o', folder]
      const { code, stderr } = await hashbang(args, process.cwd(), { CATALOGUE: '150' })
      expect(code, stderr).toBe(0)
      states = await targetsOf(folder)
      expect(states.length).toBeGreaterThan(least)
    })

    // The size of the other is read from the environment, when it is imported.
    if (site === 'moved') {
      test('an export holds what our own server answers, status and headers included', async () => {
        const { config } = await loadConfig(join(app, 'hashbang.config.mjs'))
        const server = await startServer({ ...config, ...LISTENING, limits: { queue: 1000 } })
        const url = `http://127.0.0.1:${server.port}`
        const found = await Promise.all(
          states.map(async ({ target }) => [target, await ask(url, target)] as const),
        )
        expect(found.map(([target, { status, headers }]) => [target, status, headers])).toEqual(
          states.map(({ target, status, headers }) => [
            target,
            status,
            expect.objectContaining(headers),
          ]),
        )
        live = found.map(([target, answer]) => [target, essence(answer)] as const)
        moves = await movesOf(url, states)
        expect(moves.length).toBeGreaterThan(50)
        expect(new Set(moves.map(([, status]) => status))).toEqual(new Set([301]))
        await server.stop()
      })

      test('pages with equal states, and redirects home, are kept apart', () => {
        const said = (page: string, state: string) => {
          const one = states.find((record) => record.page === page && record.state === state)
          return [one?.status, one?.headers.location]
        }
        expect(said('/', '/same')).toEqual([301, 'https://moved.test/#!/fresh'])
        expect(said('/admin.html', '/same')).toEqual([200, undefined])
        expect(said('/', '/away')).toEqual([301, 'https://moved.test/'])
        expect(said('/a,b/', '/away')).toEqual([302, 'https://moved.test/a,b/'])
      })
    }

    for (const { name, program, start } of [
      { name: 'nginx', program: 'nginx', start: startNginx },
      { name: 'Apache httpd', program: 'apache2', start: startApache },
    ]) {
      test.describe(name, () => {
        needsProgram(program)
        test(`${name} answers every exported state with its snapshot, and nothing else`, async () => {
          const server = await start(folder, app)
          try {
            const found = await answersOf(server.url, states)
            if (live) expect(found).toEqual(live)
            if (moves) expect(await movesOf(server.url, states)).toEqual(moves)
            const pages = states.map(async ({ target, file, status, bytes }) => {
              const page = bytes > 0 ? await readFile(join(folder, PAGES, file), 'latin1') : ''
              return [target, status, page]
            })
            expect(found.map(([target, { status, body }]) => [target, status, body])).toEqual(
              await Promise.all(pages),
            )

            const { headers } = await ask(server.url, '/?_escaped_fragment_=')
            expect(headers).toMatchObject({
              'content-type': 'text/html; charset=utf-8',
              'content-security-policy': expect.stringContaining("script-src 'none'"),
            })
            const shell = await ask(server.url, '/')
            expect(shell.body.toString()).toContain('<script type="module"')
            for (const target of [
              ...MISSING.map((state) => `/?_escaped_fragment_=${state}`),
              '/elsewhere?_escaped_fragment_=/items/polish',
            ]) {
              expect([target, (await ask(server.url, target)).status]).toEqual([target, 404])
            }
          } finally {
            server.stop()
          }
        })
      })
    }
  })
}
