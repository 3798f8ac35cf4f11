/** Purges that reach the CDN before the server: answers have the tags that it is asked by, and what it does not do is said. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  type Cdn,
  cloudflare,
  fastly,
  type RunningServer,
  type ServerEvent,
  startServer,
} from 'hashbang-router/server'
import { purgedTags } from '../../dist/server/cache/cdn/address-tags.js'
import { setVariable } from '../environment.ts'
import { type CdnApis, SERVICE, startCdnApis, TOKEN, ZONE } from '../fixtures/site/cdn-apis.ts'
import { hashbang } from '../tools/command.ts'

const PURGE_TOKEN = 'a token of the tests alone'
const fixture = (name: string) => resolve('test/fixtures/tagged', name)

let apis: CdnApis
let folder: string
let undo: () => void
let server: RunningServer | undefined
const events: ServerEvent[] = []

test.beforeAll(async () => {
  apis = await startCdnApis()
  folder = mkdtempSync(join(tmpdir(), 'hashbang-cdn-'))
  writeFileSync(join(folder, 'prices.json'), '{"a":1,"b":2}')
  undo = setVariable('TAGGED_PRICES', join(folder, 'prices.json'))
})
test.afterEach(async () => {
  await server?.stop()
  server = undefined
  events.length = 0
})
test.afterAll(async () => {
  await apis.close()
  undo()
  rmSync(folder, { recursive: true })
})

async function start(cdn: Cdn) {
  server = await startServer(
    {
      origin: 'http://shop.test',
      pages: { '/': { shell: fixture('index.html'), app: fixture('app.js') } },
      host: '127.0.0.1',
      port: 0,
      workers: 1,
      limits: { deadline: 60_000 },
      shared: { purgeToken: PURGE_TOKEN, cdn },
    },
    { observers: [(event) => events.push(event)] },
  )
  return server
}
const base = () => `http://127.0.0.1:${server?.port}`
const ask = (state: string) =>
  fetch(`${base()}/?_escaped_fragment_=${state}`, { redirect: 'manual' })
const send = (body: unknown) =>
  fetch(`${base()}/_hashbang/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PURGE_TOKEN}` },
    body: JSON.stringify(body),
  })

test('answers that others may keep have the tags of their address, and a purge names one of them', async () => {
  await start(fastly({ service: SERVICE, token: TOKEN, api: apis.fastly }))
  const tagsOf = async (state: string) => {
    const { headers } = await ask(state)
    expect(headers.get('surrogate-key')?.split(' ')).toEqual(headers.get('cache-tag')?.split(','))
    return headers.get('cache-tag')?.split(',') ?? []
  }
  const page = await tagsOf('/shop/a')
  expect(page.slice(0, 2)).toEqual(['shop', 'product:a'])
  // Each is unlike those of other addresses but for what they share.
  expect((await tagsOf('/shop/b')).filter((tag) => page.includes(tag))).toHaveLength(5)
  expect(await tagsOf('/cheapest')).toContain('hb:r')
  for (const which of [
    {},
    { page: '/' },
    { state: '/shop/a' },
    { tag: 'product:a' },
    { prefix: '/shop/' },
    { prefix: '/sh' },
    { prefix: '' },
    { page: '/', prefix: '/shop/a' },
  ]) {
    expect(page).toContain(purgedTags(which)[0])
  }
  for (const which of [{ page: '/b' }, { state: '/shop/b' }, { prefix: '/shop/a/' }]) {
    expect(page).not.toContain(purgedTags(which)[0])
  }
  // What nobody keeps has none.
  expect((await ask('/shop/c')).headers.get('cache-tag')).toBeNull()
  // 304 brings those of now.
  const { headers } = await ask('/shop/a')
  const known = await fetch(`${base()}/?_escaped_fragment_=/shop/a`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect([known.status, known.headers.get('cache-tag')]).toEqual([304, headers.get('cache-tag')])
})

test('what the CDN did not do is in the answer, in the log, and in the exit code of the command', async () => {
  await start(cloudflare({ zone: ZONE, token: TOKEN, api: apis.cloudflare }))
  // A connection that is cut is tried again.
  apis.fail(1, 0)
  const fine = await send({ tag: 'shop' })
  expect([fine.status, await fine.json()]).toEqual([200, { count: 0, complete: true }])

  apis.fail(1, 403, {}, '{"success":false}')
  const answer = await send({ tag: 'shop' })
  const said = `Cloudflare answered 403 to /cloudflare/zones/${ZONE}/purge_cache: {"success":false}`
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { count: 0, complete: false, cdn: said },
  ])
  expect(events).toContainEqual({ type: 'tier', name: 'Cloudflare', works: false, why: said })

  apis.fail(1, 403)
  const args = ['purge', base(), '--tag', 'shop', '--json']
  const failed = await hashbang(args, undefined, { PURGE_TOKEN })
  expect([failed.code, JSON.parse(failed.stdout).complete]).toEqual([3, false])
  expect(failed.stderr).toContain('The CDN still holds purged pages. Cloudflare answered')
  expect((await send({ all: true })).status).toBe(200)
  expect(events).toContainEqual({ type: 'tier', name: 'Cloudflare', works: true, why: '' })
})

test('a CDN without its token ends the start; so does one that is none, with the setting', async () => {
  await expect(start(fastly({ service: SERVICE }))).rejects.toThrow('set FASTLY_API_TOKEN')
  await expect(start(cloudflare({ zone: ZONE, token: 'se\ncret' }))).rejects.toThrow(
    'the token of cloudflare() (not shown) has a line break',
  )
  await expect(start({ name: 'none' } as Cdn)).rejects.toThrow('"shared.cdn" is {"name":"none"}')
})
