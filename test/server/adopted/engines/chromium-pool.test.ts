/** Orders for Chromium: each has one answer, whatever becomes of the browser. The browser is one of the test's. */
import { expect } from '@playwright/test'
import { NoChromium } from '../../../../server/adopted/chromium/launch.ts'
import type { Look, ShownLook } from '../../../../server/adopted/chromium/look.ts'
import {
  type ChromiumPoolOptions,
  createChromiumPool,
} from '../../../../server/adopted/engines/chromium-pool.ts'
import type { Answer, Order } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('pool of Chromium')

const orderOf = (state: string): Order => ({ page: '/', state, url: 'http://a.test/' })

const shown = (url: string): Look =>
  ({
    ...{ type: 'shown', url, html: '', errors: ['reported'], leftOut: [], asked: [] },
    document: async () => '<p>Made</p>',
    close: async () => undefined,
  }) as unknown as ShownLook

function pool(look: (url: string) => Promise<Look>, more: Partial<ChromiumPoolOptions> = {}) {
  const written: Order[] = []
  const made = createChromiumPool({
    browser: {
      look: ({ url }) => look(url),
      still: () => Promise.reject(new Error('nobody asks')),
      close: async () => undefined,
    },
    ...{ pages: 1, queue: 2, deadline: 60_000, allow: new Set(['http://b.test']) },
    write(order) {
      written.push(order)
      return { type: 'snapshot', body: order.made?.html } as Answer
    },
    ...more,
  })
  return { ...made, written, ask: (state: string) => made.render(orderOf(state)) }
}

test('a document that Chromium has made is written with what its page reported', async () => {
  const { ask, written } = pool(async (url) => shown(url))
  expect(await ask('/a')).toMatchObject({ type: 'snapshot', body: '<p>Made</p>' })
  expect(written[0]?.made).toMatchObject({ url: 'http://a.test/#!/a', errors: ['reported'] })
})

for (const [what, look, answer] of [
  [
    'a page that is not at rest in time is late',
    { type: 'late', waiting: ['x'] },
    { type: 'late', waiting: ['x'] },
  ],
  [
    'a page that goes to an origin that is allowed is a redirect',
    { type: 'away', href: 'http://b.test/x' },
    { type: 'redirect', status: 302, location: 'http://b.test/x' },
  ],
  [
    'a page that goes to any other origin is none',
    { type: 'away', href: 'http://c.test/x' },
    { type: 'crashed' },
  ],
] as const) {
  test(what, async () => {
    expect(await pool(async () => look).ask('/a')).toMatchObject(answer)
  })
}

test('a Chromium that ends costs the page that it was making, and no other', async () => {
  let looks = 0
  const { ask } = pool(async (url) => {
    looks += 1
    if (looks === 1) throw new Error('Target closed')
    return shown(url)
  })
  expect(await Promise.all([ask('/a'), ask('/b')])).toMatchObject([
    { type: 'crashed', error: 'Chromium could not show the page: Target closed' },
    { type: 'snapshot' },
  ])
})

test('without a Chromium the app is answered, at its address for people', async () => {
  const { ask } = pool(() => Promise.reject(new NoChromium('none here')))
  expect(await ask('/a')).toEqual({ type: 'app', why: 'none here', url: 'http://a.test/#!/a' })
})

test('more than may wait are refused at once, and an end answers those that wait', async () => {
  let end: (look: Look) => void = () => undefined
  const { ask, close } = pool(
    () =>
      new Promise((resolve) => {
        end = resolve
      }),
  )
  const [first, second] = [ask('/a'), ask('/b')]
  expect(await ask('/c')).toEqual({ type: 'overloaded' })
  const closed = close()
  end({ type: 'late', waiting: [] })
  await closed
  expect((await first).type).toBe('late')
  expect(await second).toEqual({ type: 'closed' })
  expect(await ask('/d')).toEqual({ type: 'closed' })
})
