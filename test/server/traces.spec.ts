/**
 * Traces: `traceparent` in the log, and spans by OpenTelemetry, whose globals are those of a
 * process of its own.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { createLog } from '../../dist/server/serve/observe/log.js'
import { startSite } from '../fixtures/site/site.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${SPAN}-01`

test('the log line of a request has its trace, and no invalid one', async () => {
  const site = await startSite()
  await site.snapshot('/items/1', { traceparent })
  await site.snapshot('/items/1', { traceparent: '00-"evil"' })
  await site.stop()
  const lines: Record<string, unknown>[] = []
  const { observe } = createLog('debug', { write: (line) => lines.push(JSON.parse(line)) })
  for (const event of site.events) observe(event)
  const answers = lines.filter(({ type }) => type === 'answered')
  expect(answers.map(({ traceId, parentId }) => [traceId, parentId])).toEqual([
    [TRACE, SPAN],
    [undefined, undefined],
  ])
})

interface Told {
  readonly status: number
  readonly spans: readonly {
    readonly name: string
    readonly attributes: object
    readonly code: number
    readonly parent?: string
    readonly traceId: string
    readonly spanId: string
  }[]
}

test('spans: the request continues the caller’s trace, with spans for the tier and the render', async () => {
  const ugly = (state: string) => `/?_escaped_fragment_=${state}`
  const requests = [
    [ugly('/items/1'), { traceparent }],
    [ugly('/items/1'), {}],
    [ugly('/items/1'), { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` }],
    ['/nothing/here', {}],
    [ugly('/fault/throw'), {}],
  ]
  const args = ['test/fixtures/site/traced.js', JSON.stringify(requests)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const [made, kept, rubbish, elsewhere, failed] = JSON.parse(stdout) as Told[]
  const [answer, render, tier, ...others] = (made?.spans ?? []).toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )
  expect(others).toEqual([])
  expect(answer).toMatchObject({
    name: 'answer',
    traceId: TRACE,
    parent: SPAN,
    attributes: {
      'http.request.method': 'GET',
      'url.path': '/',
      'http.response.status_code': 200,
      'hashbang.source': 'rendered',
      'hashbang.state': '/items/1',
    },
  })
  expect(tier).toMatchObject({
    name: 'tier',
    parent: answer?.spanId,
    attributes: { 'hashbang.tier': 'Redis', 'hashbang.hit': false },
  })
  expect(render).toMatchObject({
    name: 'render',
    parent: answer?.spanId,
    attributes: {
      'hashbang.state': '/items/1',
      'hashbang.outcome': 'snapshot',
      'hashbang.queue': 0,
    },
  })
  // From memory, and without a caller: a trace of its own.
  const hit = { name: 'answer', attributes: { 'hashbang.source': 'hit' } }
  expect(kept?.spans).toEqual([expect.objectContaining({ name: 'answer' })])
  expect(kept?.spans[0]).toMatchObject(hit)
  expect(kept?.spans[0]?.traceId).not.toBe(TRACE)
  expect(rubbish?.spans[0]?.parent).toBeUndefined()
  // A request of another handler has none, and a server error has its code.
  expect(elsewhere?.spans).toEqual([])
  expect(failed?.status).toBeGreaterThanOrEqual(500)
  expect(failed?.spans.find(({ name }) => name === 'answer')?.code).toBe(2)
})
