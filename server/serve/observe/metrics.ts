// Collects metrics for Prometheus. Labels have few values: never a state or a client's path.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { Observer } from './events.ts'

interface Watched {
  readonly ready: number
  readonly pending: number
  readonly shed: number
  readonly cached: { readonly bytes: number; readonly entries: number }
}

export interface Metrics {
  readonly observe: Observer
  watch(site: Watched): void
  answer(): Promise<HandlerResponse>
}

const TIMES = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'hashbang_answers_total',
    help: 'Requests answered, by where the answer came from and its status',
    labelNames: ['source', 'status'],
    registers,
  })
  const answerTime = new Histogram({
    name: 'hashbang_answer_seconds',
    help: 'Time to an answer, by where it came from',
    labelNames: ['source'],
    buckets: TIMES,
    registers,
  })
  const renders = new Counter({
    name: 'hashbang_renders_total',
    help: 'Snapshots asked of the workers, by what came of it',
    labelNames: ['outcome'],
    registers,
  })
  const renderTime = new Histogram({
    name: 'hashbang_render_seconds',
    help: 'Time from asking the workers for a snapshot to having it',
    buckets: TIMES,
    registers,
  })
  const replaced = new Counter({
    name: 'hashbang_worker_replacements_total',
    help: 'Workers that had to be replaced',
    registers,
  })
  const tiers = new Gauge({
    name: 'hashbang_cache_tier_up',
    help: 'Whether a shared tier of the cache works',
    labelNames: ['tier'],
    registers,
  })

  return {
    observe(event) {
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
    },
    watch(site) {
      /** Read at each scrape. */
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          ...{ name, help, registers },
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
    },
    answer: () => answerOf(registry),
  }
}

async function answerOf(registry: Registry): Promise<HandlerResponse> {
  const headers = {
    'content-type': registry.contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: Buffer.from(await registry.metrics()) }
}
