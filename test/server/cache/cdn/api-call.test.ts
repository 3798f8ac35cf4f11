/** A call of a CDN's API: how often it is tried, how long it waits between, and what is said of one that fails. */
import { expect } from '@playwright/test'
import { callApi } from '../../../../server/cache/cdn/api-call.ts'
import { type CdnApis, replaceFetch, SERVICE, TOKEN } from '../../../fixtures/site/cdn-apis.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('api-call')

let apis: CdnApis
test.beforeEach(() => {
  apis = replaceFetch()
})
test.afterEach(() => apis.close())

const PATH = `/fastly/service/${SERVICE}/purge_all`

/** Calls, and keeps how long it would have waited. */
async function call(waits: number[], token = TOKEN): Promise<string | undefined> {
  const url = `http://apis.test${PATH}`
  const wait = async (ms: number) => void waits.push(ms)
  return callApi('Fastly', { url, headers: { 'fastly-key': token } }, undefined, wait)
}

for (const [status, why] of [
  [0, 'a cut connection'],
  [429, 'too many requests'],
  [503, 'an outage'],
] as const) {
  test(`${why} is tried again, three times in all`, async () => {
    const waits: number[] = []
    apis.fail(2, status)
    expect(await call(waits)).toBeUndefined()
    expect([apis.asked, apis.done.length, waits]).toEqual([3, 1, [250, 500]])
    apis.fail(3, status)
    const fault = await call(waits)
    expect(fault).toBe(
      status === 0
        ? `Fastly could not be reached for ${PATH}: UND_ERR_SOCKET`
        : `Fastly answered ${status} to ${PATH}: no`,
    )
    expect([apis.asked, apis.done.length]).toEqual([6, 1])
  })
}

test('it waits for as long as it is told, and not for minutes', async () => {
  const waits: number[] = []
  for (const seconds of ['0', '2', '600', 'Wed, 21 Oct 2065 07:28:00 GMT']) {
    apis.fail(1, 429, { 'retry-after': seconds })
    expect(await call(waits)).toBeUndefined()
  }
  expect(waits).toEqual([0, 2000, 3000, 250])
})

test('what is refused is not tried again', async () => {
  expect(await call([], 'another')).toBe(
    `Fastly answered 401 to ${PATH}: {"msg":"Provided credentials are missing or invalid"}`,
  )
  expect(apis.asked).toBe(1)
})

test('what control characters an answer has are no line of the log', async () => {
  apis.fail(1, 400, {}, `a\u001b[2Jb${'x'.repeat(100_000)}`)
  const fault = (await call([])) ?? ''
  expect(fault).not.toContain('\u001b')
  expect(fault.length).toBeLessThan(500)
})

test('a token that no header can hold is not repeated', async () => {
  const fault = await call([], 'se\ncret')
  expect(fault).toBe(`Fastly could not be reached for ${PATH}: the request cannot be sent`)
})
