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
      return { type: 'snapshot', document: order.rendered?.html } as Answer
    },
  })
  const ask = (state: string) =>
    render({ page: '/', state, url: 'http://a.test/', form: 'crawler' })
  return { close, written, ask }
}

test('a document from Chromium is written with the errors of its page', async () => {
  const { ask, written } = pool(async (url) => shown(url))
  expect(await ask('/a')).toMatchObject({ type: 'snapshot', document: '<p>Made</p>' })
  expect(written[0]?.rendered).toMatchObject({ url: 'http://a.test/#!/a', errors: ['reported'] })
})

const late: ChromiumResult = { type: 'late', waiting: ['x'] }
const to = (href: string): ChromiumResult => ({ type: 'away', href })
const redirect = { type: 'redirect', status: 302, location: 'http://b.test/x' }
const app = { type: 'app', why: 'none here', url: 'http://a.test/#!/a' }

for (const [title, look, answer] of [
  ['a page that does not settle in time is late', async () => late, late],
  [
    'a page that goes to an allowed origin is a redirect',
    async () => to('http://b.test/x'),
    redirect,
  ],
  [
    'a page that goes to any other origin is a crash',
    async () => to('http://c.test/x'),
    { type: 'crashed' },
  ],
  [
    'without a Chromium the answer is the app',
    () => Promise.reject(new NoChromium('none here')),
    app,
  ],
] as [string, () => Promise<ChromiumResult>, Record<string, unknown>][]) {
  test(title, async () => expect(await pool(look).ask('/a')).toMatchObject(answer))
}

test('a Chromium that ends costs only the page that it was rendering', async () => {
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

test('a full queue refuses at once, and the end of the pool answers all that wait', async () => {
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

test('a name covers one state, or with a * at its end all states that begin with it', () => {
  const covered = (name: string) => ['', '/a', '/a/b', '/ab'].filter((one) => covers(name, one))
  expect(covered('')).toEqual([''])
  expect(covered('/a')).toEqual(['/a'])
  expect(covered('/a/*')).toEqual(['/a/b'])
  expect(covered('*')).toEqual(['', '/a', '/a/b', '/ab'])
})
