/** Traces: `traceparent` in the log, spans by OpenTelemetry, and the headers that say how an answer came to be. */
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, test } from '@playwright/test'
import { createLog } from '../../dist/server/observe/log.js'
import { type Backend, startBackend, startSite } from '../fixtures/site/site.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PARENT = `00-${TRACE}-${SPAN}-01`

let backend: Backend
test.beforeAll(async () => {
  backend = await startBackend()
})
test.afterAll(() => backend.close())

test('the trace of a request is in its line of the log; rubbish is in none', async () => {
  const site = await startSite()
  await site.snapshot('/items/1', { traceparent: PARENT })
  await site.snapshot('/items/1', { traceparent: '00-"evil"' })
  await site.stop()
  const lines: Record<string, unknown>[] = []
  const { observe } = createLog('debug', {
    write(line) {
      lines.push(JSON.parse(line))
    },
  })
  for (const event of site.events) observe(event)
  const answers = lines.filter(({ type }) => type === 'answered')
  expect(answers.map(({ traceId, parentId }) => [traceId, parentId])).toEqual([
    [TRACE, SPAN],
    [undefined, undefined],
  ])
})

test('spans: the request of the caller’s trace, below it the tiers that were asked and the page that was made', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  try {
    const site = await startSite({
      monitoring: { tracing: true },
      shared: { redis: 'redis://127.0.0.1:1' },
    })
    const spans = async (state: string, headers: Record<string, string> = {}) => {
      exporter.reset()
      const { status } = await site.snapshot(state, headers)
      return { status, spans: exporter.getFinishedSpans() }
    }
    const made = await spans('/items/1', { traceparent: PARENT })
    expect(made.spans.map(({ name }) => name).sort()).toEqual([
      'hashbang.answer',
      'hashbang.render',
      'hashbang.tier',
    ])
    const [answer] = made.spans.filter(({ name }) => name === 'hashbang.answer')
    expect(answer?.spanContext().traceId).toBe(TRACE)
    expect(answer?.parentSpanContext?.spanId).toBe(SPAN)
    expect(answer?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'url.path': '/',
      'http.response.status_code': 200,
      'hashbang.source': 'rendered',
      'hashbang.state': '/items/1',
    })
    for (const below of made.spans.filter((span) => span !== answer))
      expect(below.parentSpanContext?.spanId).toBe(answer?.spanContext().spanId)
    const [tier] = made.spans.filter(({ name }) => name === 'hashbang.tier')
    expect(tier?.attributes).toEqual({ 'hashbang.tier': 'Redis', 'hashbang.hit': false })
    const [render] = made.spans.filter(({ name }) => name === 'hashbang.render')
    expect(render?.attributes).toMatchObject({
      'hashbang.state': '/items/1',
      'hashbang.outcome': 'snapshot',
      'hashbang.queue': 0,
    })

    // From memory, and without a caller: a trace of its own.
    const kept = await spans('/items/1')
    expect(kept.spans.map(({ name }) => name)).toEqual(['hashbang.answer'])
    expect(kept.spans[0]?.attributes['hashbang.source']).toBe('hit')
    expect(kept.spans[0]?.spanContext().traceId).not.toBe(TRACE)
    const rubbish = await spans('/items/1', { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` })
    expect(rubbish.spans[0]?.parentSpanContext).toBeUndefined()

    // What is not ours has none, and a server error says so.
    exporter.reset()
    await fetch(`${site.url}/nothing/here`)
    expect(exporter.getFinishedSpans()).toEqual([])
    const failed = await spans('/fault/throw')
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(failed.spans.find(({ name }) => name === 'hashbang.answer')?.status.code).toBe(2)
    await site.stop()
  } finally {
    trace.disable()
    context.disable()
    await provider.shutdown()
  }
})

/** RFC 9211, of RFC 8941: a list of one item, a token, with the parameters that there are. */
const TOKEN = String.raw`[A-Za-z*][\w!#$%&'*+\-.^\`|~:/]*`
const PARAMETER = String.raw`; (?:hit|stored|collapsed|fwd=(?:bypass|method|uri-miss|vary-miss|miss|request|stale|partial)|ttl=-?\d{1,15}|detail=${TOKEN})`
const CACHE_STATUS = new RegExp(`^${TOKEN}(?:${PARAMETER})+$`)

test('Cache-Status says to the letter of RFC 9211 whether there was a hit, what was stored, and what is left of its time', async () => {
  const site = await startSite({ monitoring: { serverTiming: true }, cache: { maxAge: 60_000 } })
  const statusOf = async (state: string) => {
    const { headers } = await site.snapshot(state)
    const value = headers.get('cache-status') ?? ''
    expect(value).toMatch(CACHE_STATUS)
    expect(headers.get('server-timing')).toMatch(/^hashbang;desc=[a-z]+;dur=\d+\.\d\d$/)
    expect(headers.get('age')).toBeNull()
    // A hit is nothing that was forwarded, and the other way round.
    expect(value.includes('; hit') !== value.includes('; fwd=')).toBe(true)
    return value
  }
  expect(await statusOf('/items/1')).toMatch(/^hashbang; fwd=miss; stored; ttl=(?:60|59)$/)
  expect(await statusOf('/items/1')).toMatch(/^hashbang; hit; ttl=\d\d$/)
  expect(await statusOf('/live/1')).toBe('hashbang; fwd=miss')
  expect(await statusOf('/nowhere')).toBe('hashbang; fwd=miss')
  expect(await statusOf('/nowhere')).toBe('hashbang; hit; detail=negative')
  backend.answer('/asked/both', { hold: true })
  const both = [statusOf('/asked/both'), statusOf('/asked/both')]
  await backend.asked('/asked/both')
  // The second is there by the time that a third was answered.
  await statusOf('/items/1')
  backend.release('/asked/both')
  expect((await Promise.all(both)).map((value) => value.replace(/\d+/, 'n')).sort()).toEqual([
    'hashbang; fwd=miss; collapsed; stored; ttl=n',
    'hashbang; fwd=miss; stored; ttl=n',
  ])
  const app = await fetch(site.url)
  expect(app.headers.get('cache-status')).toBeNull()
  await site.stop()
})
