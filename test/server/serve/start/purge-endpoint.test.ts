/** Purges over HTTP: who may, and what is refused with a sentence before anything is forgotten. */
import { expect } from '@playwright/test'
import type { Purge, Purged } from '../../../../server/cache/purge.ts'
import { PURGE_PATH, purgeEndpoint } from '../../../../server/serve/start/purge-endpoint.ts'
import { suite } from '../../../run/suite.ts'
import { type Asked, exchange } from '../../http/exchange.ts'

const test = suite('purge-endpoint')

const TOKEN = 'a token of the tests alone'
const done: Purged = { count: 1, complete: true }

/** Asks an endpoint of a site with one page; gives its answer, and what was to be forgotten. */
async function send(body: unknown, init: Asked = {}, purged = done) {
  const asked: Purge[] = []
  const purge = async (which: Purge) => {
    asked.push(which)
    return purged
  }
  const endpoint = purgeEndpoint(TOKEN, purge, ['/'])
  const answer = await exchange(
    (req, res) => endpoint(req, res, () => res.writeHead(299).end('next')),
    {
      method: 'POST',
      url: PURGE_PATH,
      headers: { authorization: `Bearer ${TOKEN}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    },
  )
  return { ...answer, asked }
}

for (const [what, body, init, status, says] of [
  ['no token', { all: true }, { headers: {} }, 401, 'Give the token'],
  [
    'another token',
    { all: true },
    { headers: { authorization: 'Bearer x' } },
    401,
    'Give the token',
  ],
  ['GET', '', { method: 'GET' }, 405, 'Purge by POST'],
  ['no JSON', '{', {}, 400, 'must be JSON'],
  ['a list', [], {}, 400, 'must be an object'],
  ['nothing', {}, {}, 400, 'Nothing to purge'],
  ['all and some', { all: true, tag: 'a' }, {}, 400, 'Nothing to purge'],
  ['what is no choice', { url: '/' }, {}, 400, '"url" is nothing to purge by'],
  ['a number', { tag: 7 }, {}, 400, '"tag" must be a text'],
  [
    'an empty prefix',
    { prefix: '' },
    {},
    400,
    '"prefix" is empty: set it, or purge everything with {"all":true}',
  ],
  ['an empty tag', { tag: '' }, {}, 400, '"tag" is empty'],
  [
    'a page that there is not',
    { page: '/nope' },
    {},
    400,
    'There is no page of that path: there are /.',
  ],
  ['megabytes', { tag: 'x'.repeat(100_000) }, {}, 413, 'too large'],
] as [string, unknown, Asked, number, string][]) {
  test(`${what} is refused with ${status} and a sentence, and forgets nothing`, async () => {
    const answer = await send(body, init)
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(says)])
    expect(answer.asked).toEqual([])
  })
}

test('who has the token purges, however the scheme is spelled, also the page of an empty state', async () => {
  const answer = await send({ state: '' }, { headers: { authorization: `bearer  ${TOKEN}` } })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, done])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.asked).toEqual([{ state: '' }])
  expect((await send({ all: true })).asked).toEqual([{}])
})

test('the status says whether all have forgotten: 202 until a tier is told, 502 where the CDN was not', async () => {
  const late = { count: 1, complete: false }
  expect((await send({ all: true }, {}, late)).status).toBe(202)
  const answer = await send({ all: true }, {}, { ...late, cdn: 'no' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([502, { ...late, cdn: 'no' }])
})

test('what is asked for elsewhere is left to others', async () => {
  expect((await send({ all: true }, { url: '/' })).status).toBe(299)
})
