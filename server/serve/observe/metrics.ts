// Collects metrics for Prometheus; the server opens it. No label has a state or a client's path.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { Observer, ServerEvent } from './events.ts'

interface WatchedSite {
  readonly ready: number
  readonly pending: number
  readonly shed: number
  readonly cached: { readonly bytes: number; readonly entries: number }
}

const BUCKETS_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = countersOf(registry)
  const observe: Observer = (event) => count(counters, event)
  return {
    observe,
    watch: (site: WatchedSite) => watch(registry, site),
    answer: () => answerOf(registry),
  }
}

type Counters = ReturnType<typeof countersOf>

function countersOf(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[] = []) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS_S, registers })
  return {
    answers: counter('hashbang_answers_total', 'Answers, by their source and status', [
      'source',
      'status',
    ]),
    answerTime: histogram('hashbang_answer_seconds', 'Time to an answer, by its source', [
      'source',
    ]),
    renders: counter('hashbang_renders_total', 'Renders, by their outcome', ['outcome']),
    renderTime: histogram(
      'hashbang_render_seconds',
      'Time to a rendered snapshot, with its wait for a worker',
    ),
    replaced: counter('hashbang_worker_replacements_total', 'Workers that had to be replaced'),
    tiers: new Gauge({
      name: 'hashbang_cache_tier_up',
      help: 'Whether a shared tier of the cache works',
      labelNames: ['tier'],
      registers,
    }),
  }
}

function count(counters: Counters, event: ServerEvent): void {
  const { answers, answerTime, renders, renderTime, replaced, tiers } = counters
  switch (event.type) {
    case 'answered':
      answers.inc({ source: event.source, status: event.status })
      answerTime.observe({ source: event.source }, event.time / 1000)
      break
    case 'rendered':
      renders.inc({ outcome: event.outcome })
      renderTime.observe(event.time / 1000)
      break
    case 'replaced':
      replaced.inc()
      break
    case 'tier':
      tiers.set({ tier: event.name }, event.works ? 1 : 0)
  }
}

/** Adds the figures that each scrape reads from the site. */
function watch(registry: Registry, site: WatchedSite): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  new Counter({
    name: 'hashbang_sheds_total',
    help: 'Requests answered 503 because of overload; no other metric counts them',
    registers,
    collect() {
      this.reset()
      this.inc(site.shed)
    },
  })
  gauge('hashbang_queue', 'Snapshots under way or waiting', () => site.pending)
  gauge('hashbang_workers_ready', 'Workers that can render now', () => site.ready)
  gauge('hashbang_cache_bytes', 'Memory that the cache takes', () => site.cached.bytes)
  gauge('hashbang_cache_entries', 'Answers in the cache', () => site.cached.entries)
}

async function answerOf(registry: Registry): Promise<HandlerResponse> {
  const headers = {
    'content-type': registry.contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: Buffer.from(await registry.metrics()) }
}
