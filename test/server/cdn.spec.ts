/** Purges that reach the CDN before the server: what its API is asked, to the letter; what it does not do is said. */
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
import { purgedTags } from '../../dist/server/cdn/address-tags.js'
import { type Addresses, selectionOf } from '../../dist/server/cdn/selection.js'
import { readableScheme } from '../../dist/src/readable.js'
import { hashbang as inFragment, pathScheme } from '../../dist/src/scheme.js'
import { setVariable } from '../environment.ts'
import { type CdnApis, SERVICE, startCdnApis, TOKEN, ZONE } from '../fixtures/site/cdn-apis.ts'
import { hashbang } from '../tools/command.ts'

const PURGE_TOKEN = 'a token of the tests alone'
const fixture = (name: string) => resolve('test/fixtures/tagged', name)

let apis: CdnApis
let folder: string
let undo: () => void
let server: RunningServer | undefined
let events: ServerEvent[]

test.beforeEach(async () => {
  apis = await startCdnApis()
  folder = mkdtempSync(join(tmpdir(), 'hashbang-cdn-'))
  writeFileSync(join(folder, 'prices.json'), '{"a":1,"b":2}')
  undo = setVariable('TAGGED_PRICES', join(folder, 'prices.json'))
  events = []
})
test.afterEach(async () => {
  await server?.stop()
  server = undefined
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
      purgeToken: PURGE_TOKEN,
      cdn,
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
const ofFastly = () => fastly({ service: SERVICE, token: TOKEN, api: apis.fastly })
const ofCloudflare = () => cloudflare({ zone: ZONE, token: TOKEN, api: apis.cloudflare })
const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => text.replace('#', String(at)))

test('Fastly is asked by its API: everything, 256 keys at a time, URLs', async () => {
  const cdn = ofFastly()
  expect(await cdn.purge({ everything: true })).toBeUndefined()
  const tags = numbered(300, 'product:#')
  const urls = ['https://shop.test/?_escaped_fragment_=/a%20b', 'https://shop.test/s/a']
  expect(await cdn.purge({ tags, urls, prefixes: ['shop.test/s/x'] })).toBeUndefined()
  expect(apis.done).toEqual([
    `/service/${SERVICE}/purge_all`,
    `/service/${SERVICE}/purge ${JSON.stringify({ surrogate_keys: tags.slice(0, 256) })}`,
    `/service/${SERVICE}/purge ${JSON.stringify({ surrogate_keys: tags.slice(256) })}`,
    '/purge/shop.test/?_escaped_fragment_=/a%20b',
    '/purge/shop.test/s/a',
  ])
  const soft = fastly({ service: SERVICE, token: TOKEN, api: apis.fastly, soft: true })
  expect(await soft.purge({ tags: ['a'], urls: [], prefixes: [] })).toBeUndefined()
  expect(await soft.purge({ everything: true })).toBeUndefined()
})

test('Cloudflare is asked by its API: everything, 30 tags, files and prefixes at a time', async () => {
  const cdn = ofCloudflare()
  expect(await cdn.purge({ everything: true })).toBeUndefined()
  const tags = numbered(31, 'product:#')
  const urls = numbered(31, 'https://shop.test/s/#')
  const prefixes = numbered(31, 'shop.test/s/#')
  expect(await cdn.purge({ tags, urls, prefixes })).toBeUndefined()
  const path = `/zones/${ZONE}/purge_cache`
  expect(apis.done).toEqual([
    `${path} {"purge_everything":true}`,
    ...[
      { tags: tags.slice(0, 30) },
      { tags: tags.slice(30) },
      { files: urls.slice(0, 30) },
      { files: urls.slice(30) },
      { prefixes: prefixes.slice(0, 30) },
      { prefixes: prefixes.slice(30) },
    ].map((body) => `${path} ${JSON.stringify(body)}`),
  ])
})

for (const [status, why] of [
  [0, 'a cut connection'],
  [429, 'too many requests'],
  [503, 'an outage'],
] as const) {
  test(`${why} is tried again, three times in all`, async () => {
    apis.fail(2, status, { 'retry-after': '0' })
    expect(await ofFastly().purge({ everything: true })).toBeUndefined()
    expect([apis.asked, apis.done.length]).toEqual([3, 1])
    apis.fail(3, status, { 'retry-after': '0' })
    const fault = await ofCloudflare().purge({ everything: true })
    expect(fault).toMatch(
      status === 0 ? /^Cloudflare could not be reached/ : /^Cloudflare answered/,
    )
    expect(fault).not.toContain(TOKEN)
    expect([apis.asked, apis.done.length]).toEqual([6, 1])
  })
}

test('what a CDN refuses is not tried again, and nothing is asked after it', async () => {
  const wrong = fastly({ service: SERVICE, token: 'another', api: apis.fastly })
  expect(await wrong.purge({ tags: ['a'], urls: ['http://shop.test/'], prefixes: [] })).toBe(
    `Fastly answered 401 to /fastly/service/${SERVICE}/purge: {"msg":"Provided credentials are missing or invalid"}`,
  )
  expect(apis.asked).toBe(1)
})

test('a token that no header can hold is found at the start, and never repeated', async () => {
  const wrong = cloudflare({ zone: ZONE, token: 'se\ncret', api: apis.cloudflare })
  await expect(start(wrong)).rejects.toThrow('the token of cloudflare() has a line break')
  expect(await wrong.purge({ everything: true })).toBe(
    `Cloudflare could not be reached for /cloudflare/zones/${ZONE}/purge_cache: no such request can be sent`,
  )
})

test('an answer of 200 that says it was not done is a failure; so is a redirect, which is not followed', async () => {
  for (const body of ['{"success":false,"errors":[{"code":1}]}', 'null', '<html>', '']) {
    apis.fail(1, 200, {}, body)
    expect(await ofCloudflare().purge({ everything: true })).toContain('answered 200')
  }
  apis.fail(1, 302, { location: `${apis.cloudflare}/elsewhere` })
  expect(await ofCloudflare().purge({ everything: true })).toContain('answered 302')
  expect(apis.asked).toBe(5)
})

test('what control characters an answer has are no line of the log', async () => {
  apis.fail(1, 400, {}, `a\u001b[2Jb${'x'.repeat(100_000)}`)
  const fault = (await ofFastly().purge({ everything: true })) ?? ''
  expect(fault).not.toContain('\u001b')
  expect(fault.length).toBeLessThan(500)
})

test('answers that others may keep have the tags of their address, and a purge names one of them', async () => {
  await start(ofFastly())
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

test('our own caches forget first, then the CDN', async () => {
  const seen: unknown[] = []
  await start({
    name: 'ours',
    async purge(selection) {
      seen.push(selection, server?.site.cached.entries)
      return undefined
    },
  })
  await ask('/shop/a')
  expect(await (await send({ tag: 'product:a' })).json()).toEqual({ count: 1, complete: true })
  expect(seen).toEqual([{ tags: ['product:a', 'hb:r'], urls: [], prefixes: [] }, 0])
})

test('what the CDN did not do is in the answer, in the log, and in the exit code of the command', async () => {
  await start(ofCloudflare())
  const purge = (...args: string[]) =>
    hashbang(['purge', base(), ...args], undefined, { PURGE_TOKEN })
  const fine = await purge('--tag', 'shop')
  expect([fine.code, fine.stderr]).toEqual([0, ''])

  apis.fail(1, 403, {}, '{"success":false}')
  const answer = await send({ tag: 'shop' })
  const said = `Cloudflare answered 403 to /cloudflare/zones/${ZONE}/purge_cache: {"success":false}`
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { count: 0, complete: false, cdn: said },
  ])
  expect(events).toContainEqual({ type: 'tier', name: 'Cloudflare', works: false, why: said })

  apis.fail(1, 403)
  const failed = await purge('--tag', 'shop', '--json')
  expect([failed.code, JSON.parse(failed.stdout).complete]).toEqual([3, false])
  expect(failed.stderr).toContain('The CDN still has what was to be forgotten. Cloudflare answered')
  expect((await purge('--all')).code).toBe(0)
  expect(events).toContainEqual({ type: 'tier', name: 'Cloudflare', works: true, why: '' })
})

test('an adapter that throws is a failure, and no more purges than 100 wait for one', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const { site } = await start({
    name: 'ours',
    async purge() {
      await held
      throw new Error('no')
    },
  })
  const purges = Array.from({ length: 101 }, () => site.purge({ tag: 'a' }))
  expect((await purges.at(-1))?.cdn).toContain('ours has 100 purges to do already')
  release()
  expect((await purges[0])?.cdn).toBe('ours: no')
})

test('a CDN without its token ends the start; one that is none is refused with the setting', async () => {
  await expect(start(fastly({ service: SERVICE }))).rejects.toThrow('set FASTLY_API_TOKEN')
  await expect(start(cloudflare({ token: TOKEN }))).rejects.toThrow('set CLOUDFLARE_ZONE_ID')
  await expect(start({ name: 'none' } as Cdn)).rejects.toThrow('"cdn" is {"name":"none"}')
  const undone = [setVariable('FASTLY_API_TOKEN', TOKEN), setVariable('FASTLY_SERVICE_ID', SERVICE)]
  expect(await fastly({ api: apis.fastly }).purge({ everything: true })).toBeUndefined()
  for (const one of undone) one()
})

test('a purge of a state names the URLs that the site itself gives it, one of a prefix their folder', () => {
  const pages = new Map<string, Addresses>([
    ['/', { scheme: inFragment, readable: readableScheme() }],
    ['/docs/', { scheme: pathScheme({ base: '/docs/' }) }],
    ['/old', {}],
  ])
  const of = (which: object) => selectionOf(which, 'https://a.test', pages)
  expect(of({})).toEqual({ everything: true })
  expect(of({ page: '/', state: '/word/naïve art' })).toMatchObject({
    urls: [
      'https://a.test/?_escaped_fragment_=/word/na%C3%AFve%20art',
      'https://a.test/s/word/na%C3%AFve%20art',
      'https://a.test/s/word/na%C3%AFve%20art.md',
    ],
  })
  expect(of({ page: '/old', state: 'x' })).toMatchObject({
    urls: ['https://a.test/old?_escaped_fragment_=x'],
  })
  expect(of({ prefix: '/word/a' })).toMatchObject({
    prefixes: ['a.test/s/word', 'a.test/docs/word'],
  })
  expect(of({ prefix: 'pos=' })).toMatchObject({ prefixes: [], tags: ['hb'] })
  expect(of({ tag: 'a', prefix: '/word/' })).toMatchObject({ prefixes: [] })
})
