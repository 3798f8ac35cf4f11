/** Purges by tag, over HTTP and by command. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  type Cdn,
  fastly,
  type RunningServer,
  type ServerEvent,
  startServer,
} from 'hashbang-router/server'
import { tagsOf } from '../../dist/server/cache/tags.js'
import { setVariable } from '../environment.ts'
import { TOKEN as API_TOKEN, SERVICE, startCdnApis } from '../fixtures/site/cdn-apis.ts'
import { temporaryFolder } from '../memory-folder.ts'
import { hashbang } from '../tools/command.ts'

const TOKEN = 'a token of the tests alone'
const fixture = (name: string) => resolve('test/fixtures/tagged', name)

let folder: string
let undo: () => void
let server: RunningServer
const events: ServerEvent[] = []

const prices = (of: Record<string, number>) =>
  writeFileSync(join(folder, 'prices.json'), JSON.stringify(of))

async function start(shared: { purgeToken?: string; cdn?: Cdn }): Promise<void> {
  await server?.stop()
  server = await startServer(
    {
      origin: 'http://shop.test',
      pages: { '/': { shell: fixture('index.html'), app: fixture('app.js') } },
      ...{ host: '127.0.0.1', port: 0, workers: 1, ...shared },
      // The prices lie outside of the project.
      ...{ workerEnv: ['TAGGED_PRICES'], workerFlags: [`--allow-fs-read=${folder}`] },
      limits: { deadline: 60_000, keepAlive: 600_000 },
    },
    { observers: [(event) => events.push(event)] },
  )
}

test.beforeAll(() => {
  folder = temporaryFolder('tagged')
  undo = setVariable('TAGGED_PRICES', join(folder, 'prices.json'))
  prices({ a: 1, b: 2 })
})
test.afterAll(async () => {
  await server?.stop()
  undo()
})

const base = () => `http://127.0.0.1:${server.port}`
const ask = (state: string, headers = {}) =>
  fetch(`${base()}/?_escaped_fragment_=${state}`, { redirect: 'manual', headers })
const textOf = async (state: string) => (await ask(state)).text()
const send = (
  body: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
) => fetch(`${base()}/_hashbang/purge`, { method: 'POST', headers, body: JSON.stringify(body) })
const command = (...args: string[]) =>
  hashbang(['purge', base(), ...args], undefined, { PURGE_TOKEN: TOKEN })

test.describe('by tag', () => {
  test.beforeAll(() => start({ purgeToken: TOKEN }))
  test.beforeEach(async () => {
    events.length = 0
    prices({ a: 1, b: 2 })
    await server.site.purge()
  })

  test('the tags of all levels are headers of the page, and a purge by tag drops exactly its pages', async () => {
    const price = 'price%201%2C%20%E6%97%A5%E6%9C%AC'
    const { headers } = await ask('/shop/a')
    expect(headers.get('cache-tag')).toBe(`shop,product:a,${price}`)
    expect(headers.get('surrogate-key')).toBe(`shop product:a ${price}`)
    for (const state of ['', '/shop/b', '/cheapest']) await ask(state)
    prices({ a: 7, b: 8 })
    // Kept until something forgets them.
    expect(await textOf('/shop/a')).toContain('price: 1')
    expect(await (await send({ tag: 'product:a' })).json()).toEqual({ count: 3, complete: true })
    expect(await textOf('/shop/a')).toContain('price: 7')
    expect(await textOf('')).toContain('a: 7, b: 8')
    expect(await textOf('/shop/b')).toContain('price: 2')
    expect(await (await send({ tag: 'price 2, 日本' })).json()).toMatchObject({ count: 1 })
    expect(await textOf('/shop/b')).toContain('price: 8')
  })

  test('a purge of any tag drops every redirect, and a missing page is rendered again', async () => {
    const cheapest = async () => (await ask('/cheapest')).headers
    expect((await cheapest()).get('location')).toContain('/shop/a')
    expect((await cheapest()).get('cache-tag')).toBeNull()
    expect((await ask('/shop/c')).status).toBe(404)
    prices({ a: 9, b: 2, c: 3 })
    await send({ tag: 'product:c' })
    expect((await cheapest()).get('location')).toContain('/shop/b')
    expect((await ask('/shop/c')).status).toBe(200)
  })

  test('a page with broken tags is a failure, one with too many is not cached, and both are logged', async () => {
    expect((await ask('/many')).status).toBe(200)
    prices({ a: 5 })
    expect(await textOf('/many')).toContain('a: 5')
    expect((await ask('/broken')).status).toBe(500)
    const log = JSON.stringify(events)
    expect(log).toContain('The tags of the page have over 4096 characters')
    expect(log).toContain('no tags today')
  })

  test('a purge works by any spelling of a state and by the command, but not without the token', async () => {
    for (const spelling of ['#!/shop/a', '/shop/%61', '/shop/a']) {
      expect(await textOf('/shop/a')).toContain('price')
      expect(await (await send({ state: spelling })).json(), spelling).toMatchObject({ count: 1 })
    }
    await ask('/shop/a')
    expect((await send({ all: true }, {})).status).toBe(401)
    expect(server.site.cached.entries).toBe(1)
    const { code, stdout } = await command('--tag', 'shop')
    const output =
      'Dropped 1 snapshot from memory; servers that share its cache follow within a second.\n'
    expect([code, stdout]).toEqual([0, output])
  })
})

test('without a token in the configuration the server accepts no purges', async () => {
  await start({})
  expect((await send({ all: true })).status).toBe(405)
})

test('cacheable answers have the tags that purges name', async () => {
  prices({ a: 1, b: 2 })
  const apis = await startCdnApis()
  const cdn = fastly({ service: SERVICE, token: API_TOKEN, api: apis.fastly })
  await start({ purgeToken: TOKEN, cdn })
  for (const [state, own] of [
    ['/shop/a', ['shop', 'product:a', 'price%201%2C%20%E6%97%A5%E6%9C%AC']],
    ['/cheapest', undefined],
  ] as const) {
    const { headers } = await ask(state)
    const tags = headers.get('cache-tag')?.split(',')
    expect(tags).toEqual(tagsOf({ page: '/', state }, own))
    expect(headers.get('surrogate-key')?.split(' ')).toEqual(tags)
  }
  // A page that nobody stores has none.
  expect((await ask('/shop/c')).headers.get('cache-tag')).toBeNull()
  // 304 brings those of now.
  const { headers } = await ask('/shop/a')
  const known = await ask('/shop/a', { 'if-none-match': headers.get('etag') ?? '' })
  expect([known.status, known.headers.get('cache-tag')]).toEqual([304, headers.get('cache-tag')])
  apis.fail(1, 403, {}, 'no')
  const answer = await send({ tag: 'shop' })
  const why = expect.stringMatching(/^Fastly answered 403/)
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ complete: false, cdn: why })
  expect(events).toContainEqual({ type: 'tier', name: 'Fastly', works: false, why })
  expect((await send({ all: true })).status).toBe(200)
  await apis.close()
})

test('a CDN without its token ends the start, and so does a value that is no CDN', async () => {
  for (const [cdn, says] of [
    [() => fastly({ service: SERVICE }), 'set FASTLY_API_TOKEN'],
    [() => ({ name: 'none' }) as Cdn, '"cdn" is (not shown): it must be the CDN'],
  ] as const)
    await expect((async () => start({ purgeToken: TOKEN, cdn: cdn() }))()).rejects.toThrow(says)
})
