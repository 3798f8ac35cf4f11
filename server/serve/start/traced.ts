// Adds spans to the parts of a site for the setting `tracing`.

import type { Tier } from '../../cache/tier.ts'
import type { Handler } from '../../http/types.ts'
import type { Observer } from '../../observe/events.ts'
import { openTracing, type Tracing } from '../../observe/tracing.ts'
import { ConfigError } from '../../site/settings.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'

export interface Traced {
  tiers(tiers: readonly Tier[]): readonly Tier[]
  pool(pool: Pool): Pick<Pool, 'render'>
  handler(handler: Handler): Handler
  observer(observe: Observer): Observer
}

/** Without the setting, the parts are unchanged. */
const UNTRACED: Traced = {
  tiers: (tiers) => tiers,
  pool: (pool) => pool,
  handler: (handler) => handler,
  observer: (observe) => observe,
}

/** @throws {ConfigError} When @opentelemetry/api is not installed. */
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
          // Snapshots under way or waiting for a worker before this one.
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
