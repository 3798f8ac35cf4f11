/** Purges by tag, over HTTP and by command: what a page is made of has changed, and nobody is shown the page as it was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  type RunningServer,
  type ServerConfig,
  type ServerEvent,
  startServer,
} from 'hashbang-router/server'
import { setVariable } from '../environment.ts'
import { hashbang } from '../tools/command.ts'

const TOKEN = 'a token of the tests alone'
const fixture = (name: string) => resolve('test/fixtures/tagged', name)

let folder: string
let undo: () => void
let server: RunningServer
let events: ServerEvent[]

const prices = (of: Record<string, number>) =>
  writeFileSync(join(folder, 'prices.json'), JSON.stringify(of))

async function start(over: Partial<ServerConfig> = {}) {
  server = await startServer(
    {
      origin: 'http://shop.test',
      pages: { '/': { shell: fixture('index.html'), app: fixture('app.js') } },
      host: '127.0.0.1',
      port: 0,
      workers: 1,
      purgeToken: TOKEN,
      ...over,
    },
    { observers: [(event) => events.push(event)] },
  )
}

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hashbang-tagged-'))
  undo = setVariable('TAGGED_PRICES', join(folder, 'prices.json'))
  events = []
  prices({ a: 1, b: 2 })
  await start()
})
test.afterEach(async () => {
  await server.stop()
  undo()
  rmSync(folder, { recursive: true })
})

const base = () => `http://127.0.0.1:${server.port}`
const ask = (state: string) =>
  fetch(`${base()}/?_escaped_fragment_=${state}`, { redirect: 'manual' })
const textOf = async (state: string) => (await ask(state)).text()
const send = (body: unknown, init: RequestInit = {}) =>
  fetch(`${base()}/_hashbang/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })

test('the tags of all levels are headers of the page', async () => {
  const { headers } = await ask('/shop/a')
  expect(headers.get('cache-tag')).toBe('shop,product:a,price%201%2C%20%E6%97%A5%E6%9C%AC')
  expect(headers.get('surrogate-key')).toBe('shop product:a price%201%2C%20%E6%97%A5%E6%9C%AC')
  expect((await ask('/cheapest')).headers.get('cache-tag')).toBeNull()
})

test('a purge by tag forgets all pages that have it, and no others', async () => {
  for (const state of ['', '/shop/a', '/shop/b', '/cheapest']) await ask(state)
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

test('of a redirect nobody knows what it depends on: every tag forgets it', async () => {
  expect((await ask('/cheapest')).headers.get('location')).toContain('/shop/a')
  prices({ a: 9, b: 2 })
  await send({ tag: 'product:b' })
  expect((await ask('/cheapest')).headers.get('location')).toContain('/shop/b')
})

test('what was missing is asked for again', async () => {
  expect((await ask('/shop/c')).status).toBe(404)
  prices({ a: 1, b: 2, c: 3 })
  await send({ tag: 'product:c' })
  expect((await ask('/shop/c')).status).toBe(200)
})

test('a page with more tags than caches take is shown and kept nowhere, and the log says so', async () => {
  expect((await ask('/many')).status).toBe(200)
  prices({ a: 5 })
  expect(await textOf('/many')).toContain('a: 5')
  expect(JSON.stringify(events)).toContain('The tags of the page have over 4096 characters')
})

test('tags that cannot be said are a failure of the page', async () => {
  expect((await ask('/broken')).status).toBe(500)
  expect(JSON.stringify(events)).toContain('no tags today')
})

for (const [what, body, init, status, says] of [
  ['no token', { all: true }, { headers: {} }, 401, 'Give the token'],
  [
    'another token',
    { all: true },
    { headers: { authorization: 'Bearer x' } },
    401,
    'Give the token',
  ],
  ['GET', undefined, { method: 'GET', body: null }, 405, 'Purge by POST'],
  ['no JSON', '{', {}, 400, 'must be JSON'],
  ['a list', [], {}, 400, 'must be an object'],
  ['nothing', {}, {}, 400, 'Say what to forget'],
  ['all and some', { all: true, tag: 'a' }, {}, 400, 'Say what to forget'],
  ['what is no choice', { url: '/' }, {}, 400, '"url" is nothing to purge by'],
  ['a number', { tag: 7 }, {}, 400, '"tag" must be a text'],
  ['megabytes', { tag: 'x'.repeat(100_000) }, {}, 413, 'too large'],
] as [string, unknown, RequestInit, number, string][]) {
  test(`${what} is refused with ${status} and a sentence, and forgets nothing`, async () => {
    await ask('/shop/a')
    const answer = await send(body, init)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(says)])
    expect(server.site.cached.entries).toBe(1)
  })
}

test('a state is forgotten by any of its spellings', async () => {
  for (const spelling of ['#!/shop/a', '/shop/%61', '/shop/a']) {
    expect(await textOf('/shop/a')).toContain('price')
    expect(await (await send({ state: spelling })).json(), spelling).toMatchObject({ count: 1 })
  }
})

test('nothing is forgotten by mistake: what is empty or no page is refused, and no secret is repeated', async () => {
  for (const [body, why] of [
    [{ prefix: '' }, '"prefix" is empty: say what to forget, or {"all":true}'],
    [{ tag: '' }, '"tag" is empty'],
    [{ page: '/nope' }, 'There is no page of that path: there are /.'],
  ] as const) {
    const refused = await send(body)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(why)])
  }
  const lower = await send({ state: '' }, { headers: { authorization: `bearer  ${TOKEN}` } })
  expect(lower.status).toBe(200)
  const empty = await hashbang(['purge', base(), '--prefix', '', '--token', TOKEN])
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('--prefix is empty')])
  const broken = await hashbang(['purge', base(), '--all', '--token', 'one\ntwo'])
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('(not shown)')])
  expect(broken.stderr).not.toContain('two')
})

test('without a token in the configuration nobody can purge', async () => {
  await server.stop()
  await start({ purgeToken: undefined as never })
  expect((await send({ all: true })).status).toBe(405)
  const { code, stderr } = await hashbang(['purge', base(), '--all', '--token', TOKEN])
  expect([code, stderr]).toEqual([3, expect.stringContaining('takes no purges')])
})

test('`hashbang purge` says how much was forgotten, and what is wrong with its call', async () => {
  await ask('/shop/a')
  const purge = (...args: string[]) =>
    hashbang(['purge', ...args], undefined, { PURGE_TOKEN: TOKEN })
  const done = await purge(base(), '--tag', 'shop')
  expect([done.code, done.stdout]).toEqual([
    0,
    'Forgot 1 snapshot in memory; all who share its cache were told.\n',
  ])
  expect((await purge(base())).stderr).toContain('Say what to forget: --tag')
  expect((await purge('shop.test', '--all')).stderr).toContain('Cannot purge "shop.test"')
  const wrong = await purge(base(), '--all', '--token', 'another')
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('answered 401')])
  const gone = base()
  await server.stop()
  const dead = await purge(gone, '--all')
  expect([dead.code, dead.stderr]).toEqual([3, expect.stringContaining('ECONNREFUSED')])
})
