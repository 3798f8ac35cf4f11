/** A purge that reaches the CDN: after our own caches, with every failure told, and with a bound. */
import { expect } from '@playwright/test'
import { createCache } from '../../../../server/cache/cache.ts'
import { cacheKeyOf } from '../../../../server/cache/cache-key.ts'
import { prepareResponse } from '../../../../server/http/prepared-response.ts'
import type { ServerEvent } from '../../../../server/observe/events.ts'
import { purgeEverywhere } from '../../../../server/serve/start/purge-everywhere.ts'
import type { Cdn } from '../../../../server/site/cdn.ts'
import { suite } from '../../../run/suite.ts'
import { deferred } from '../../helpers/promises.ts'

const test = suite('purge-everywhere')

/** A cache with one page, and the purge of it and of a CDN. */
async function setUp(purge: Cdn['purge']) {
  const events: ServerEvent[] = []
  const cache = createCache({ bytes: 1_000_000, staleFor: 0 })
  const entry = prepareResponse({ status: 200, headers: {}, body: Buffer.from('a') })
  await cache.get(cacheKeyOf('/', '', '/a'), async () => ({ kind: 'page', entry, maxAge: 60_000 }))
  const cdn: Cdn = { name: 'ours', purge }
  const observe = (event: ServerEvent) => void events.push(event)
  const everywhere = purgeEverywhere(cache, cdn, 'http://a.test', new Map([['/', {}]]), observe)
  return { cache, events, purge: everywhere }
}

test('our own caches forget first, then the CDN', async () => {
  const seen: unknown[] = []
  const { cache, purge } = await setUp(async (selection) => {
    seen.push(selection, cache.size.entries)
    return undefined
  })
  expect(await purge({ state: '/a' })).toEqual({ count: 1, complete: true })
  const tags = [expect.stringMatching(/^hb:s:/)]
  expect(seen).toEqual([{ tags, urls: expect.anything(), prefixes: [] }, 0])
})

test('each purge that fails is told, and the first that does not', async () => {
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

test('an adapter that throws is a failure, and no more purges than 100 wait for one', async () => {
  const { promise, resolve } = deferred()
  const { purge } = await setUp(async () => {
    await promise
    throw new Error('no')
  })
  const purges = Array.from({ length: 101 }, () => purge({ tag: 'a' }))
  expect((await purges.at(-1))?.cdn).toContain('ours has 100 purges to do already')
  resolve()
  expect((await purges[0])?.cdn).toBe('ours: no')
})
