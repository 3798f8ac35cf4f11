/** How states begin is not known before the first page was seen. */
import { expect } from '@playwright/test'
import { AdoptedSite, freshFor } from '../../../../server/serve/start/adopted-site.ts'
import type { Answer, Refusal } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('prefix of states')

const snapshot = (body: string, fault = 'none') =>
  ({
    ...{ type: 'snapshot', status: 200, state: '', document: body, warnings: ['broken'] },
    fault,
  }) as unknown as Answer

/** The prefix of a page that is answered so in turn. */
function open(...answers: readonly (Answer | Refusal)[]) {
  const left = [...answers]
  const warnings: string[] = []
  const clock = { time: 0 }
  const site = new AdoptedSite(
    {
      ...{ page: '/', url: 'http://site.test/', config: { site: '', readable: '/s/' } },
      warn: (warning) => void warnings.push(warning),
      now: () => clock.time,
    },
    async () => ({ html: '' }) as never,
  )
  const render = async () => left.shift() ?? Promise.reject(new Error('asked once too often'))
  const find = () => site.findPrefix(render)
  return { site, find, render, warnings, left, clock }
}

test('a first page that ends its worker twice leaves the prefix unknown, until a render works', async () => {
  const why = 'the snapshot of "" hung'
  const hung: Refusal = { type: 'hung', retryAfter: 60_000, why }
  const barred: Refusal = { type: 'barred', retryAfter: 60_000, why }
  const link = snapshot('<a href="#/a">A</a>')
  const { site, find, render, clock, left } = open(hung, hung, barred, { type: 'overloaded' }, link)
  const job = { page: '/', state: '/a', url: 'http://site.test/', form: 'crawler' } as const
  for (const cause of [why, why, why, 'overloaded']) {
    expect(String(await find())).toContain(cause)
    const answer = await site.prepare(job, render)
    expect(answer).toEqual({ type: 'crashed', error: expect.stringContaining(cause) })
    clock.time += 2000
  }
  for (let look = 0; look < 2; look++) {
    expect(await find()).toBe('#/')
    expect(await site.prepare(job, render)).toEqual({ ...job, states: '#/', readableAt: '/s/' })
    clock.time += 1_000_000
  }
  expect(left).toEqual([])
})

test('a page with errors and no links, or a redirect, leaves the prefix unknown', async () => {
  const location = 'http://site.test/login'
  const { find, clock } = open(snapshot('', 'failed'), {
    type: 'redirect',
    status: 302,
    location,
  })
  expect(String(await find())).toContain('reported errors: broken')
  clock.time += 2000
  expect(String(await find())).toContain(location)
})

test('without a link the prefix is "#!", with a warning that names the setting', async () => {
  const { find, warnings } = open(snapshot(''))
  expect(await find()).toBe('#!')
  expect(warnings.join()).toMatch(/has no link to a state.*Set --states, or "states"/)
})

test('a value that takes long to read is fresh from when it was read, and is read once meanwhile', async () => {
  const clock = { time: 0 }
  const reads: ((value: string) => void)[] = []
  const make = () => new Promise<string>((resolve) => reads.push(resolve))
  const read = freshFor(1000, make, () => clock.time)
  const first = read()
  clock.time = 5000
  const second = read()
  expect(reads).toHaveLength(1)
  reads[0]?.('a')
  expect([await first, await second]).toEqual(['a', 'a'])
  clock.time = 5999
  expect(await read()).toBe('a')
  clock.time = 6000
  void read()
  expect(reads).toHaveLength(2)
})
