// Chooses the engine of a snapshot by its group of states: our engine, Chromium, or the app itself
// if neither is proven.

import { groupOf } from '../../site/state-group.ts'
import type { Answer, Order, Refusal } from '../../snapshot/pool/protocol.ts'
import { appAlone, type ChromiumPool } from './chromium-pool.ts'
import type { Engine, EngineGroups } from './engines-file.ts'

export interface Chosen {
  /** Undefined: no comparison exists, and our engine renders all states. */
  readonly groups: EngineGroups | undefined
  /** Renders all states, if given. */
  readonly engine?: Engine | undefined
  readonly ours: (order: Order) => Promise<Answer | Refusal>
  readonly chromium: Pick<ChromiumPool, 'render'>
  readonly warn: (state: string, warning: string) => void
}

export interface EngineChoice {
  render(order: Order): Promise<Answer | Refusal>
}

const MOST_GROUPS = 1000

export function createEngineChoice(chosen: Chosen): EngineChoice {
  const { groups, engine: only, ours, chromium, warn } = chosen
  const warned = new Set<string>()

  const once = (what: string, state: string, warning: string) => {
    if (warned.has(what) || warned.size >= MOST_GROUPS) return
    warned.add(what)
    warn(state, warning)
  }

  function engineOf(group: string, state: string): Engine {
    if (only) return only
    const known = groups?.get(group)
    if (known) return known.engine
    if (groups) {
      once(
        `unproven ${group}`,
        state,
        `No state of ${group} was compared with Chromium: its snapshots are served unproven. Run hashbang adopt --check`,
      )
    }
    return 'happy-dom'
  }

  const alone = (group: string, order: Order, why: string): Refusal => {
    once(
      `app ${group}`,
      order.state,
      `States of ${group} get the app without a snapshot, so readers without script see nothing: ${why}`,
    )
    return appAlone(order, why)
  }

  return {
    async render(order) {
      const group = groupOf(order)
      const engine = engineOf(group, order.state)
      if (engine === 'happy-dom') return ours(order)
      if (engine === 'app') {
        return alone(group, order, 'no engine was found that shows them the same each time')
      }
      const answer = await chromium.render(order)
      return answer.type === 'app' ? alone(group, order, answer.why) : answer
    },
  }
}
