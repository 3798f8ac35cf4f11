/**
 * A purge that reaches the CDN: after our own caches and those of all servers, with every failure
 * told, and with a bound.
 */
import { expect } from '@playwright/test'
import { Cache } from '../../../../server/cache/cache.ts'
import { cacheKeyOf } from '../../../../server/cache/cache-key.ts'
import { OBEYED_WITHIN_MS } from '../../../../server/cache/generations.ts'
import { prepareResponse } from '../../../../server/cache/response/prepared-response.ts'
import type { SharedPages } from '../../../../server/cache/shared-pages.ts'
import type { ServerEvent } from '../../../../server/serve/observe/events.ts'
import { purgeEverywhere } from '../../../../server/serve/start/purge-everywhere.ts'
import type { Cdn, CdnSelection } from '../../../../server/site/config.ts'
import { suite } from '../../../run/suite.ts'
import { deferred, turn } from '../../helpers/promises.ts'

const test = suite('purge-everywhere')

const site = { origin: 'http://a.test', pages: new Map([['/', {}]]) }
const BY_STATE = { tags: [expect.stringMatching(/^hb:s:/)], urls: expect.anything(), prefixes: [] }

/** A cache with one page, and the purge of it and of a CDN. */
async function setUp(purge: Cdn['purge']) {
  const events: ServerEvent[] = []
  const cache = new Cache({ bytes: 1_000_000, staleFor: 0 })
  const response = prepareResponse({ status: 200, headers: {}, body: Buffer.from('a') })
  await cache.get(cacheKeyOf('/', '', '/a'), async () => ({
    kind: 'page',
    response,
    maxAge: 60_000,
  }))
  const cdn: Cdn = { name: 'ours', purge }
  const observe = (event: ServerEvent) => void events.push(event)
  return { cache, events, purge: purgeEverywhere({ ...site, cache, cdn, observe }) }
}

test('a purge reaches the cache first, then the CDN', async () => {
  const seen: unknown[] = []
  const { cache, purge } = await setUp(async (selection) => {
    seen.push(selection, cache.size.entries)
    return undefined
  })
  expect(await purge({ state: '#!/%61' })).toEqual({ count: 1, complete: true })
  expect(seen).toEqual([BY_STATE, 0])
})

test('a folder is purged with or without "#!" before it', async () => {
  const { purge } = await setUp(async () => undefined)
  expect(await purge({ prefix: '#!/' })).toEqual({ count: 1, complete: true })
})

test('each failed purge is an event, and so is the first one that works again', async () => {
  const faults = ['no', 'still no', undefined, undefined]
  const left = [...faults]
  const { events, purge } = await setUp(async () => left.shift())
  for (const cdn of faults) {
    const complete = cdn === undefined
    expect(await purge({ tag: 'a' })).toEqual({ count: 0, complete, cdn })
  }
  const event = { type: 'tier', name: 'ours' }
  expect(events).toEqual([
    { ...event, works: false, why: 'no' },
    { ...event, works: false, why: 'still no' },
    { ...event, works: true, why: '' },
  ])
})

test('an adapter that throws is a failure', async () => {
  const { purge } = await setUp(() => {
    throw new Error('no')
  })
  expect((await purge({ tag: 'a' })).cdn).toBe('ours: no')
})

/**
 * The purges of a server that shares a Redis, which is there or away; `sent` is called when it has
 * them.
 */
function withRedis(complete: boolean) {
  const calls: (CdnSelection | string)[] = []
  const sent = deferred()
  const purge = purgeEverywhere({
    ...site,
    cache: { purge: async () => ({ count: 0, complete }) },
    shared: { generations: { whenSent: () => sent.promise } } as unknown as SharedPages,
    cdn: { name: 'ours', purge: async (selection) => void calls.push(selection) },
    observe: () => undefined,
    wait: async (ms) => void calls.push(`${ms} ms`),
  })
  return { calls, purge, sent: sent.resolve }
}

test('the CDN is purged after every server has dropped the page, or it would fetch the old page', async () => {
  const { calls, purge } = withRedis(true)
  await purge({ state: '/a' })
  expect(calls).toEqual([`${OBEYED_WITHIN_MS} ms`, BY_STATE])
})

test('the CDN is purged at once while Redis is away, and again when Redis has the purge', async () => {
  const { calls, purge, sent } = withRedis(false)
  await purge({ state: '/a' })
  await purge({ state: '/b' })
  expect(calls).toEqual([BY_STATE, BY_STATE])
  sent()
  await turn()
  expect(calls.slice(2)).toEqual([`${OBEYED_WITHIN_MS} ms`, BY_STATE, BY_STATE])
})

test('for more than 100 purges that wait for Redis the CDN purges everything', async () => {
  const { calls, purge, sent } = withRedis(false)
  for (let id = 0; id < 101; id++) await purge({ tag: `${id}` })
  calls.length = 0
  sent()
  await turn()
  expect(calls).toEqual([`${OBEYED_WITHIN_MS} ms`, { everything: true }])
})
