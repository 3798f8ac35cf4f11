// The setting `tracing`: the parts of a site, each with its spans. In: parts. Out: the same parts, which do the same.

import type { Tier } from '../cache/tier.ts'
import type { Handler } from '../http/types.ts'
import type { Observer } from '../observe/events.ts'
import { openTracing, type Tracing } from '../observe/tracing.ts'
import type { Pool } from '../pool/pool.ts'
import { ConfigError } from '../site/settings.ts'

/** Gives parts their spans. */
export interface Traced {
  tiers(tiers: readonly Tier[]): readonly Tier[]
  pool(pool: Pool): Pick<Pool, 'render'>
  handler(handler: Handler): Handler
  observer(observe: Observer): Observer
}

/** Without the setting, all parts are as they were. */
const UNTRACED: Traced = {
  tiers: (tiers) => tiers,
  pool: (pool) => pool,
  handler: (handler) => handler,
  observer: (observe) => observe,
}

/** Opens what gives spans. @throws {ConfigError} When @opentelemetry/api is not installed. */
export async function openTraced(tracing: boolean | undefined): Promise<Traced> {
  if (!tracing) return UNTRACED
  const opened: Tracing = await openTracing().catch((error) => {
    const why = '"tracing" is true, which needs @opentelemetry/api: npm install it'
    throw new ConfigError(why, { cause: error })
  })
  return {
    tiers: (tiers) =>
      tiers.map((tier) => ({
        ...tier,
        get: async (address) =>
          opened.step(
            'hashbang.tier',
            { 'hashbang.tier': tier.name ?? '' },
            () => tier.get(address),
            ({ page }) => ({ 'hashbang.hit': page !== undefined }),
          ),
      })),
    pool: (pool) => ({
      render(order) {
        const { page, state } = order
        const attributes = {
          'hashbang.page': page,
          'hashbang.state': state,
          // Those that are made or wait for a worker before it.
          'hashbang.queue': pool.waiting,
        }
        const work = () => pool.render(order)
        return opened.step('hashbang.render', attributes, work, ({ type }) => ({
          'hashbang.outcome': type,
        }))
      },
    }),
    handler: opened.handler,
    observer: (observe) => (event) => {
      observe(event)
      opened.observe(event)
    },
  }
}
