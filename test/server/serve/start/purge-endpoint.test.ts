/**
 * Purges over HTTP: the clients that may, and the requests that are refused with a sentence before
 * anything is purged.
 */
import { expect } from '@playwright/test'
import type { Purge, Purged } from '../../../../server/cache/tags.ts'
import { PURGE_PATH, purgeEndpoint } from '../../../../server/serve/start/purge-endpoint.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'
import { type Asked, exchange } from '../http/exchange.ts'

const test = suite('purge-endpoint')

const TOKEN = 'a token of the tests alone'
const done: Purged = { count: 1, complete: true }

/** Calls an endpoint of a site with one page; returns its response, and the selection to purge. */
async function send(body: string, init: Asked = {}, purged = done) {
  const purges: Purge[] = []
  const purge = async (which: Purge) => {
    purges.push(which)
    return purged
  }
  const endpoint = purgeEndpoint(TOKEN, purge, ['/'])
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await exchange(
    (req, res) => endpoint(req, res) || res.writeHead(299).end('another path'),
    { ...{ method: 'POST', url: PURGE_PATH, headers, body }, ...init },
  )
  return { ...answer, purges }
}

const INIT: Readonly<Record<string, Asked>> = {
  'no token': { headers: {} },
  'another token': { headers: { authorization: 'Bearer x' } },
  GET: { method: 'GET' },
}

for (const [problem, status, body, message] of rows`
  no token           | 401 | {"all": true}             | The token is wrong or missing
  another token      | 401 | {"all": true}             | The token is wrong or missing
  GET                | 405 | ''                        | purge by POST
  no JSON            | 400 | {                         | must be JSON
  a list             | 400 | []                        | must be an object
  nothing            | 400 | {}                        | Nothing to purge
  all and some       | 400 | {"all": true, "tag": "a"} | Nothing to purge
  an unknown choice  | 400 | {"url": "/"}              | "url" is nothing to purge by
  a number           | 400 | {"tag": 7}                | "tag" must be a text
  an empty prefix    | 400 | {"prefix": ""}            | "prefix" is empty: set it, or purge everything with {"all":true}
  an empty tag       | 400 | {"tag": ""}               | "tag" is empty
  a page of no site  | 400 | {"page": "/nope"}         | There is no page of that path: there are /.
  megabytes          | 413 | ${`"${'x'.repeat(1e5)}"`} | too large
`) {
  test(`${problem} is refused with ${status} and a message, and purges nothing`, async () => {
    const answer = await send(body, INIT[problem])
    expect([answer.status, answer.body]).toEqual([Number(status), expect.stringContaining(message)])
    expect(answer.purges).toEqual([])
  })
}

test('a request with the token purges, in any spelling of the scheme, the empty state too', async () => {
  const answer = await send('{"state":""}', { headers: { authorization: `bearer  ${TOKEN}` } })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, done])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.purges).toEqual([{ state: '' }])
  expect((await send('{"all":true}')).purges).toEqual([{}])
})

test('the status is 202 for an incomplete purge, and 502 for a CDN that fails', async () => {
  const late = { count: 1, complete: false }
  expect((await send('{"all":true}', {}, late)).status).toBe(202)
  const answer = await send('{"all":true}', {}, { ...late, cdn: 'no' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([502, { ...late, cdn: 'no' }])
})

test('a request for another path is no purge', async () =>
  expect((await send('{"all":true}', { url: '/' })).status).toBe(299))
