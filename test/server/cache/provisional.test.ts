/** Answers of pages that stay loaded: nobody else keeps them until they are proven, and what is recalled goes from everywhere. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { createCache } from '../../../server/cache/cache.ts'
import type { Made } from '../../../server/cache/cached-response.ts'
import { cacheKeyOf, type Tier } from '../../../server/cache/tier.ts'
import { prepareResponse } from '../../../server/http/prepared-response.ts'

const test = suite('provisional answers')

const GROUP = '/ word'

function gate() {
  let open: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    open = resolve
  })
  return { waits, open: () => open() }
}

/** A shared tier that only notes what it is given. */
function notedTier() {
  const put = new Map<string, string>()
  const tier: Tier = {
    get: async () => ({ generation: '0' }),
    put: ({ state }, { entry }) => void put.set(state, entry.body.toString()),
    drop: ({ state }) => void put.delete(state),
  }
  return { put, tier }
}

/** An answer of a loaded page, or of one that was loaded for it. */
const made = (text: string, reused?: { group: string; maker: number }): Made => ({
  kind: 'page',
  entry: prepareResponse({ status: 200, headers: {}, body: Buffer.from(text) }),
  maxAge: 60_000,
  reused,
})

test('a recall reaches what is under way, and it is made anew', async () => {
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0 })
  const answers = [made('a lie', { group: GROUP, maker: 1 }), made('the truth')]
  const opened = gate()
  const get = () =>
    cache.get(cacheKeyOf('/', '', 'x'), async () => {
      const next = answers.shift() as Made
      await opened.waits
      return next
    })
  const under = [get(), get()]
  expect(cache.recall(GROUP)).toBe(0)
  opened.open()
  for (const one of under) expect((await one).entry.body.toString()).toBe('the truth')
  expect((await get()).entry.body.toString()).toBe('the truth')
})

test('a proof of one page says nothing of what another has made', async () => {
  const { put, tier } = notedTier()
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0, tiers: [tier] })
  for (const maker of [1, 2]) {
    const given = made(`by ${maker}`, { group: GROUP, maker })
    expect(await cache.get(cacheKeyOf('/', '', `${maker}`), () => given)).toMatchObject({
      provisional: true,
    })
  }
  cache.confirm({ group: GROUP, maker: 1 })
  expect([...put.keys()]).toEqual(['1'])
  cache.confirm({ group: '/ other', maker: 2 })
  expect([...put.keys()]).toEqual(['1'])
  expect(cache.recall(GROUP)).toBe(2)
  expect([...put.keys()]).toEqual([])
})

test('what others were given is recalled from them when it is no longer here', async () => {
  const { put, tier } = notedTier()
  const cache = createCache({ bytes: 2 ** 20, staleFor: 0, tiers: [tier] })
  const by = { group: GROUP, maker: 1 }
  await cache.get(cacheKeyOf('/', '', 'x'), () => made('text', by))
  cache.confirm(by)
  const [kept] = put
  cache.purge({ state: 'x' })
  put.set(...(kept as [string, string]))
  cache.recall(GROUP)
  expect([...put.keys()]).toEqual([])
})
