/** A call of a CDN's API: its attempts, the waits between them, and the message of a failure. */
import { expect } from '@playwright/test'
import { callApi } from '../../../../server/cache/cdn/api-call.ts'
import { type CdnApis, replaceFetch, SERVICE, TOKEN } from '../../../fixtures/site/cdn-apis.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('api-call')

let apis: CdnApis
let waits: number[]
test.beforeEach(() => {
  apis = replaceFetch()
  waits = []
})
test.afterEach(() => apis.close())

const PATH = `/fastly/service/${SERVICE}/purge_all`

/** Calls, and keeps how long it would have waited. */
const call = (token = TOKEN) =>
  callApi(
    'Fastly',
    { url: `http://apis.test${PATH}`, headers: { 'fastly-key': token } },
    undefined,
    async (ms) => void waits.push(ms),
  )

for (const [status, failure, why] of [
  [0, 'a cut connection', `Fastly could not be reached for ${PATH}: UND_ERR_SOCKET`],
  [429, 'too many requests', `Fastly answered 429 to ${PATH}: no`],
  [503, 'an outage', `Fastly answered 503 to ${PATH}: no`],
] as const) {
  test(`a call is tried three times after ${failure}`, async () => {
    apis.fail(2, status)
    expect(await call()).toBeUndefined()
    expect([apis.asked, apis.done.length, waits]).toEqual([3, 1, [250, 500]])
    apis.fail(3, status)
    expect(await call()).toBe(why)
    expect([apis.asked, apis.done.length]).toEqual([6, 1])
  })
}

test('a call that the API refuses is not tried again', async () => {
  const why = '{"msg":"Provided credentials are missing or invalid"}'
  expect(await call('another')).toBe(`Fastly answered 401 to ${PATH}: ${why}`)
  expect(apis.asked).toBe(1)
})

test('the reason for a failure is short and has no control characters', async () => {
  apis.fail(1, 400, {}, `a\u001b[2Jb${'x'.repeat(100_000)}`)
  const fault = (await call()) ?? ''
  expect(fault).not.toContain('\u001b')
  expect(fault.length).toBeLessThan(500)
})

test('a token that no header can hold is not repeated', async () => {
  const fault = `Fastly could not be reached for ${PATH}: the request cannot be sent`
  expect(await call('se\ncret')).toBe(fault)
})
