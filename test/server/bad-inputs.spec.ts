/** Requests that are malformed, hostile or odd, byte by byte over a socket. */
import { expect, test } from '@playwright/test'
import { BAD_INPUTS } from '../fixtures/bad-inputs.ts'
import { type Exchange, exchange, type RawResponse } from '../fixtures/site/raw.ts'
import { type StartedSite, startSite } from '../fixtures/site/site.ts'
import { type Listening, listening } from '../listening.ts'

let site: StartedSite
/** The same site inside of a server that has no limits of its own but Node's. */
let embedded: Listening
let plain: RawResponse
let shell: RawResponse

test.beforeAll(async () => {
  site = await startSite()
  embedded = await listening((req, res) => site.site.all(req, res))
  plain = only(await send('GET /?_escaped_fragment_= HTTP/1.1\r\nHost: a.test\r\n\r\n'))
  shell = only(await send('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'))
})

test.afterAll(() => Promise.all([site.stop(), embedded.close()]))

const send = (raw: string) => exchange(site.port, raw)
const only = ({ responses }: Exchange): RawResponse => {
  expect(responses).toHaveLength(1)
  return responses[0] as RawResponse
}
/** Headers that are the same for the same page at any time. */
const lasting = ({
  headers: { date: _, 'cache-control': __, 'keep-alive': ___, ...rest },
}: RawResponse) => rest
const text = ({ headers, body }: RawResponse) => JSON.stringify(headers) + body

type Check = (answer: RawResponse, whole: Exchange & { readonly renders: number }) => void

const CHECKS: Record<string, Check> = {
  home({ body }) {
    expect(body).toContain('The page without a state.')
    expect(body).toContain('<link rel="canonical" href="http://a.test/">')
  },
  shell: ({ body }) => expect(body).toBe(shell.body),
  missing: ({ body }) => expect(body).toContain('Nothing here'),
  plain(answer) {
    expect(answer.body).toBe(plain.body)
    expect(lasting(answer)).toEqual(lasting(plain))
  },
  head(answer) {
    expect(answer.body).toBe('')
    expect(lasting(answer)).toEqual(lasting(plain))
  },
  unmodified({ headers, body }) {
    expect(body).toBe('')
    expect(headers.etag).toBe(plain.headers.etag)
    expect(headers['cache-control']).toContain('max-age=')
    expect(headers.date).toContain('GMT')
  },
  // Says more than a time: nothing was decoded, matched or rendered.
  unrendered: (_, { renders }) => expect(renders).toBe(0),
  closed: (_, { closed }) => expect(closed).toBe(true),
  'no script': ({ headers }) =>
    expect(headers['content-security-policy']).toContain("script-src 'none'"),
  'no ranges': ({ headers }) => expect(headers['accept-ranges'] ?? 'none').toBe('none'),
  identity: ({ headers }) => expect(headers['content-encoding']).toBeUndefined(),
  'no # in rules': ({ body }) => expect(body).not.toMatch(/^\w+:.*#/m),
}

/**
 * Of every answer. The request's text may be in it escaped: no tag, handler, trace or file may come
 * of it.
 */
function isSafe(answer: RawResponse) {
  expect(text(answer)).not.toMatch(/<script>alert|<[^>]* onerror=|\bat .*:\d+:\d+|root:x:0/)
  expect(text(answer)).not.toContain(process.cwd())
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  if (answer.status >= 400) expect(answer.headers['cache-control']).toBe('no-store')
  expect(Object.keys(Object.prototype)).toEqual([])
}

const expand = (raw: string) =>
  raw
    .replaceAll(/⟪rep:([^:⟫]*(?:: [^:⟫]*)?):(\d+)⟫/gs, (_, what: string, times: string) =>
      what.repeat(Number(times)),
    )
    .replaceAll('⟪etag⟫', (plain.headers.etag ?? '').slice(1, -1))

for (const { name, raw, status, headers = {}, lacks = [], is = [], listener } of BAD_INPUTS) {
  test(name, async () => {
    const before = site.renders
    const whole = { ...(await send(expand(raw))), renders: 0 }
    whole.renders = site.renders - before
    if (status.length === 0) expect(whole).toMatchObject({ responses: [], closed: true })
    else {
      const answer = only(whole)
      expect(status).toContain(answer.status)
      expect(answer.headers).toMatchObject(headers)
      for (const one of lacks) expect(text(answer)).not.toContain(one)
      for (const one of is) (CHECKS[one] as Check)(answer, whole)
      isSafe(answer)
      const within = only(await exchange(embedded.port, expand(raw)))
      if (!listener) expect(within.status).toBe(answer.status)
    }
    expect(only(await send('GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n')).status).toBe(200)
    expect(site.events.filter(({ type }) => type === 'replaced')).toEqual([])
  })
}
