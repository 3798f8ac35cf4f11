/**
 * Orders for Chromium: each gets one response, even if the browser fails. The browser is a fake.
 */
import { expect } from '@playwright/test'
import { NoChromium } from '../../../../server/adopted/chromium/launch.ts'
import type {
  ChromiumPage,
  ChromiumResult,
} from '../../../../server/adopted/chromium/site-browser.ts'
import { covers, createChromiumPool } from '../../../../server/serve/start/chromium-pool.ts'
import type { Answer, JobRequest } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'
import { deferred } from '../../helpers/promises.ts'

const test = suite('pool of Chromium')

const shown = (url: string): ChromiumResult =>
  ({
    ...{ type: 'shown', url, errors: ['reported'], leftOut: [] },
    document: async () => '<p>Made</p>',
    close: async () => undefined,
  }) as unknown as ChromiumPage

function pool(look: (url: string) => Promise<ChromiumResult>) {
  const written: JobRequest[] = []
  const { render, close } = createChromiumPool({
    browser: {
      render: ({ url }) => look(url),
      close: async () => undefined,
    },
    ...{ pages: 1, queue: 2, deadline: 60_000, allow: new Set(['http://b.test']) },
    async write(order) {
      written.push(order)
      return { type: 'snapshot', body: order.rendered?.html } as Answer
    },
  })
  const ask = (state: string) => render({ page: '/', state, url: 'http://a.test/' })
  return { close, written, ask }
}

test('a document that Chromium has made is written with what its page reported', async () => {
  const { ask, written } = pool(async (url) => shown(url))
  expect(await ask('/a')).toMatchObject({ type: 'snapshot', body: '<p>Made</p>' })
  expect(written[0]?.rendered).toMatchObject({ url: 'http://a.test/#!/a', errors: ['reported'] })
})

const late: ChromiumResult = { type: 'late', waiting: ['x'] }
const to = (href: string): ChromiumResult => ({ type: 'away', href })
const redirect = { type: 'redirect', status: 302, location: 'http://b.test/x' }
const app = { type: 'app', why: 'none here', url: 'http://a.test/#!/a' }

for (const [what, look, answer] of [
  ['a page that is not at rest in time is late', async () => late, late],
  ['one that goes to an allowed origin is a redirect', async () => to('http://b.test/x'), redirect],
  ['one that goes to any other is none', async () => to('http://c.test/x'), { type: 'crashed' }],
  [
    'without a Chromium the app is answered',
    () => Promise.reject(new NoChromium('none here')),
    app,
  ],
] as [string, () => Promise<ChromiumResult>, Record<string, unknown>][]) {
  test(what, async () => expect(await pool(look).ask('/a')).toMatchObject(answer))
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

test('more than may wait are refused at once, and an end answers those that wait', async () => {
  const { promise, resolve } = deferred<ChromiumResult>()
  const { ask, close } = pool(() => promise)
  const [first, second] = [ask('/a'), ask('/b')]
  expect(await ask('/c')).toEqual({ type: 'overloaded' })
  const closed = close()
  resolve(late)
  await closed
  expect((await first).type).toBe('late')
  expect([await second, await ask('/d')]).toEqual([{ type: 'closed' }, { type: 'closed' }])
})

test('a name of states covers one state, or with a * at its end all that begin so', () => {
  const covered = (name: string) => ['', '/a', '/a/b', '/ab'].filter((one) => covers(name, one))
  expect(covered('')).toEqual([''])
  expect(covered('/a')).toEqual(['/a'])
  expect(covered('/a/*')).toEqual(['/a/b'])
  expect(covered('*')).toEqual(['', '/a', '/a/b', '/ab'])
})
