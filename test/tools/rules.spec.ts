/**
 * nginx and Apache serve an export for every ugly URL of a site, byte for byte what our own server answers, with its status
 * and its headers; pages that have states of the same names are kept apart.
 */
import { mkdtemp, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { toUglyUrl } from 'hashbang-router'
import { PAGES, readManifest } from '../../dist/server/export/manifest.js'
import { KEPT } from '../../dist/server/export/rule-syntax.js'
import { startServer } from '../../dist/server/production/start-server.js'
import { loadConfig } from '../../dist/server/site/load-config.js'
import { hashbang } from './command.ts'
import { findServer, startApache, startNginx } from './servers.ts'

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: Buffer
}

/** As a crawler asks: the target goes over the wire as it stands, which fetch() would not let it. */
const ask = (url: string, target: string) =>
  new Promise<Answer>((done, fail) => {
    get(url, { path: target }, (response) => {
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

for (const { site, least } of [
  { site: 'moved', least: 500 },
  { site: 'catalogue', least: 150 },
]) {
  const app = resolve('test/fixtures', site)
  let folder: string
  const live = new Map<string, ReturnType<typeof essence>>()

  test.describe(site, () => {
    test.describe.configure({ mode: 'serial' })

    test.beforeAll(async () => {
      test.setTimeout(300_000)
      folder = await mkdtemp(join(tmpdir(), `rules $1,${site}-`))
      const args = ['export', '-c', join(app, 'hashbang.config.mjs'), '-o', folder]
      const { code, stderr } = await hashbang(args, process.cwd(), { CATALOGUE: '150' })
      expect(code, stderr).toBe(0)
    })

    // The size of the other is read from the environment, when it is imported.
    if (site === 'moved') {
      test('an export holds what our own server answers, status and headers included', async () => {
        test.setTimeout(300_000)
        const { config } = await loadConfig(join(app, 'hashbang.config.mjs'))
        const server = await startServer({ ...config, ...LISTENING })
        const manifest = await readManifest(folder)
        for (const { page, state, status, headers } of manifest?.records() ?? []) {
          const target = toUglyUrl(`${page}#!${state}`) ?? ''
          const answer = await ask(`http://127.0.0.1:${server.port}`, target)
          expect([target, answer.status]).toEqual([target, status])
          expect(answer.headers).toMatchObject(headers)
          live.set(target, essence(answer))
        }
        await server.stop()
      })
    }

    for (const { name, program, start } of [
      { name: 'nginx', program: 'nginx' as const, start: startNginx },
      { name: 'Apache httpd', program: 'apache2' as const, start: startApache },
    ]) {
      test(`${name} answers every exported state with its snapshot, and nothing else`, async () => {
        test.setTimeout(300_000)
        const path = findServer(program)
        test.skip(path === undefined, `${name} is not here and cannot be installed`)
        const server = await start(path ?? '', folder, app)
        try {
          const manifest = await readManifest(folder)
          let states = 0
          for (const { page, state, file, status, bytes } of manifest?.records() ?? []) {
            states += 1
            const target = toUglyUrl(`${page}#!${state}`) ?? ''
            const answer = await ask(server.url, target)
            expect([target, answer.status]).toEqual([target, status])
            const expected = live.get(target)
            if (expected) expect([target, essence(answer)]).toEqual([target, expected])
            else if (bytes > 0) {
              expect(answer.body.equals(await readFile(join(folder, PAGES, file)))).toBe(true)
            }
          }
          expect(states).toBeGreaterThan(least)

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
    }
  })
}

test('pages with equal states, and redirects home, are kept apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rules-'))
  const args = ['export', '-c', resolve('test/fixtures/moved/hashbang.config.mjs'), '-o', folder]
  expect((await hashbang(args)).code).toBe(0)
  const manifest = await readManifest(folder)
  const said = (page: string, state: string) => {
    const { status, headers } = manifest?.find(page, state) ?? {}
    return [status, headers?.location]
  }
  expect(said('/', '/same')).toEqual([301, 'https://moved.test/#!/fresh'])
  expect(said('/admin.html', '/same')).toEqual([200, undefined])
  expect(said('/', '/away')).toEqual([301, 'https://moved.test/'])
  expect(said('/a,b/', '/away')).toEqual([302, 'https://moved.test/a,b/'])
})
