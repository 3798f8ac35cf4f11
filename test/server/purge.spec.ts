/** Purges by tag, over HTTP and by command: what a page is made of has changed, and nobody is shown the page as it was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { type RunningServer, type ServerEvent, startServer } from 'hashbang-router/server'
import { setVariable } from '../environment.ts'
import { hashbang } from '../tools/command.ts'

const TOKEN = 'a token of the tests alone'
const fixture = (name: string) => resolve('test/fixtures/tagged', name)

let folder: string
let undo: () => void
let server: RunningServer
const events: ServerEvent[] = []

const prices = (of: Record<string, number>) =>
  writeFileSync(join(folder, 'prices.json'), JSON.stringify(of))

const start = (purgeToken?: string) =>
  startServer(
    {
      origin: 'http://shop.test',
      pages: { '/': { shell: fixture('index.html'), app: fixture('app.js') } },
      host: '127.0.0.1',
      port: 0,
      workers: 1,
      limits: { deadline: 60_000 },
      ...(purgeToken && { shared: { purgeToken } }),
    },
    { observers: [(event) => events.push(event)] },
  )

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hashbang-tagged-'))
  undo = setVariable('TAGGED_PRICES', join(folder, 'prices.json'))
  prices({ a: 1, b: 2 })
  server = await start(TOKEN)
})
test.afterAll(async () => {
  await server.stop()
  undo()
  rmSync(folder, { recursive: true })
})
test.beforeEach(async () => {
  events.length = 0
  prices({ a: 1, b: 2 })
  await server.site.purge()
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

test('who has not the token is refused, and forgets nothing', async () => {
  await ask('/shop/a')
  const answer = await send({ all: true }, { headers: {} })
  expect([answer.status, await answer.text()]).toEqual([
    401,
    expect.stringContaining('Give the token'),
  ])
  expect(server.site.cached.entries).toBe(1)
})

test('a state is forgotten by any of its spellings', async () => {
  for (const spelling of ['#!/shop/a', '/shop/%61', '/shop/a']) {
    expect(await textOf('/shop/a')).toContain('price')
    expect(await (await send({ state: spelling })).json(), spelling).toMatchObject({ count: 1 })
  }
})

test('without a token in the configuration nobody can purge', async () => {
  const closed = await start()
  const answer = await fetch(`http://127.0.0.1:${closed.port}/_hashbang/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: '{"all":true}',
  })
  expect(answer.status).toBe(405)
  await closed.stop()
})

test('`hashbang purge` says how much was forgotten', async () => {
  await ask('/shop/a')
  const args = ['purge', base(), '--tag', 'shop']
  const done = await hashbang(args, undefined, { PURGE_TOKEN: TOKEN })
  expect([done.code, done.stdout]).toEqual([
    0,
    'Dropped 1 snapshot from memory; the purge reached every server that shares its cache.\n',
  ])
})
