/** A purge that reaches the CDN: after our own caches, with every failure told, and with a bound. */
import { expect } from '@playwright/test'
import { createCache } from '../../../../server/cache/cache.ts'
import { cacheKeyOf } from '../../../../server/cache/cache-key.ts'
import { prepareResponse } from '../../../../server/http/prepared-response.ts'
import type { ServerEvent } from '../../../../server/observe/events.ts'
import { purgeEverywhere } from '../../../../server/serve/start/purge-everywhere.ts'
import type { Cdn } from '../../../../server/site/cdn.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('purge-everywhere')

/** A cache with one page, and the purge of it and of a CDN. */
async function setUp(purge: Cdn['purge']) {
  const events: ServerEvent[] = []
  const cache = createCache({ bytes: 1_000_000, staleFor: 0 })
  const entry = prepareResponse({ status: 200, headers: {}, body: Buffer.from('a') })
  await cache.get(cacheKeyOf('/', '', '/a'), async () => ({ kind: 'page', entry, maxAge: 60_000 }))
  const pages = new Map([['/', {}]])
  const observe = (event: ServerEvent) => void events.push(event)
  const everywhere = purgeEverywhere(
    cache,
    { name: 'ours', purge },
    'http://a.test',
    pages,
    observe,
  )
  return { cache, events, purge: everywhere }
}

test('our own caches forget first, then the CDN', async () => {
  const seen: unknown[] = []
  const { cache, purge } = await setUp(async (selection) => {
    seen.push(selection, cache.size.entries)
    return undefined
  })
  expect(await purge({ state: '/a' })).toEqual({ count: 1, complete: true })
  expect(seen).toEqual([
    { tags: [expect.stringMatching(/^hb:s:/)], urls: expect.anything(), prefixes: [] },
    0,
  ])
})

test('each purge that fails is told, and the first that does not', async () => {
  const faults = ['no', 'still no', undefined, undefined]
  const { events, purge } = await setUp(async () => faults.shift())
  const purged = []
  for (const _ of [1, 2, 3, 4]) purged.push(await purge({ tag: 'a' }))
  expect(purged.map(({ complete, cdn }) => [complete, cdn])).toEqual([
    [false, 'no'],
    [false, 'still no'],
    [true, undefined],
    [true, undefined],
  ])
  const event = { type: 'tier', name: 'ours' }
  expect(events).toEqual([
    { ...event, works: false, why: 'no' },
    { ...event, works: false, why: 'still no' },
    { ...event, works: true, why: '' },
  ])
})

test('an adapter that throws is a failure, and no more purges than 100 wait for one', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const { purge } = await setUp(async () => {
    await held
    throw new Error('no')
  })
  const purges = Array.from({ length: 101 }, () => purge({ tag: 'a' }))
  expect((await purges.at(-1))?.cdn).toContain('ours has 100 purges to do already')
  release()
  expect((await purges[0])?.cdn).toBe('ours: no')
})
