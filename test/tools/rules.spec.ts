/** nginx and Apache serve an export for every ugly URL of the catalogue, byte for byte what our own server answers. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { toUglyUrl } from 'hashbang-router'
import { PAGES, readManifest } from '../../dist/server/export/manifest.js'
import { hashbang } from './command.ts'
import { findServer, startApache, startNginx } from './servers.ts'

const app = resolve('test/fixtures/catalogue')

/** As a crawler asks: the target goes over the wire as it stands, which fetch() would not let it. */
const ask = (url: string, target: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, fail) => {
    get(url, { path: target }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        done({ status: statusCode, headers, body: Buffer.concat(parts) })
      })
    }).on('error', fail)
  })

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  const args = ['export', '-c', join(app, 'hashbang.config.mjs'), '-o', folder]
  const env = { CATALOGUE: '500', REVISION: '0', GONE: '' }
  const { code, stderr } = await hashbang(args, process.cwd(), env)
  expect(code, stderr).toBe(0)
})

for (const { name, program, start } of [
  { name: 'nginx', program: 'nginx' as const, start: startNginx },
  { name: 'Apache httpd', program: 'apache2' as const, start: startApache },
]) {
  test(`${name} answers every exported state with its snapshot, and nothing else`, async () => {
    test.setTimeout(180_000)
    const path = findServer(program)
    test.skip(path === undefined, `${name} is not here and cannot be installed`)
    const server = await start(path ?? '', folder, app)
    try {
      const manifest = await readManifest(folder)
      const wrong: string[] = []
      let states = 0
      for (const { state, file, status, bytes, headers } of manifest?.records() ?? []) {
        const { body, ...answer } = await ask(server.url, toUglyUrl(`/#!${state}`) ?? '')
        states += 1
        const isRight =
          answer.status === status &&
          (bytes === 0
            ? answer.headers.location === headers.location
            : body.equals(await readFile(join(folder, PAGES, file))))
        if (!isRight) wrong.push(`${answer.status} ${state}`)
      }
      expect(wrong).toEqual([])
      expect(states).toBeGreaterThan(500)

      const { headers } = await ask(server.url, '/?_escaped_fragment_=')
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'none'"),
      })
      const shell = await ask(server.url, '/')
      expect(shell.body.toString()).toContain('<script type="module"')
      for (const target of [
        '/?_escaped_fragment_=/items/missing',
        '/?_escaped_fragment_=/items/N1',
        '/?_escaped_fragment_=/../pages/=',
        '/?_escaped_fragment_=/../../manifest.jsonl',
        '/?_escaped_fragment_=//items/n1',
        '/?_escaped_fragment_=/items//n1',
        '/?_escaped_fragment_=/items/./n1',
        '/elsewhere?_escaped_fragment_=/items/n1',
      ]) {
        expect([target, (await ask(server.url, target)).status]).toEqual([target, 404])
      }
    } finally {
      server.stop()
    }
  })
}
