/** How states begin is not known before the first page was seen. */
import { expect } from '@playwright/test'
import { prefixFinder } from '../../../../server/serve/start/find-prefix.ts'
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
  const prefix = prefixFinder({
    ...{ page: '/', url: 'http://site.test/' },
    shell: async () => ({ html: '' }) as never,
    render: async () => left.shift() ?? Promise.reject(new Error('asked once too often')),
    warn: (warning) => void warnings.push(warning),
    now: () => clock.time,
  })
  return { prefix, warnings, left, clock }
}

test('a first page that ends its worker twice leaves the prefix unknown, until a render works', async () => {
  const why = 'the snapshot of "" hung'
  const late: Refusal = { type: 'lost', outcome: 'late', why }
  const barred: Refusal = { type: 'barred', retryAfter: 60_000, why }
  const link = snapshot('<a href="#/a">A</a>')
  const { prefix, clock, left } = open(late, late, barred, { type: 'overloaded' }, link)
  for (const cause of [why, why, why, 'overloaded']) {
    expect((await prefix.find()).why).toContain(cause)
    expect(prefix.known).toBe(undefined)
    clock.time += 2000
  }
  for (let look = 0; look < 2; look++) {
    expect(await prefix.find()).toEqual({ prefix: '#/' })
    clock.time += 1_000_000
  }
  expect(left).toEqual([])
})

test('a page with errors and no links, or a redirect, leaves the prefix unknown', async () => {
  const location = 'http://site.test/login'
  const { prefix, clock } = open(snapshot('', 'failed'), {
    type: 'redirect',
    status: 302,
    location,
  })
  expect((await prefix.find()).why).toContain('reported errors: broken')
  clock.time += 2000
  expect((await prefix.find()).why).toContain(location)
})

test('without a link the prefix is "#!", with a warning that names the setting', async () => {
  const { prefix, warnings } = open(snapshot(''))
  expect(await prefix.find()).toEqual({ prefix: '#!' })
  expect(warnings.join()).toMatch(/has no link to a state.*Set --states, or "states"/)
})
