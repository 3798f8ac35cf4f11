// Which engine makes a snapshot. In: an order, and what is known of its group of states. Out: its answer: by our engine, by Chromium,
// or that there is none which is proven, and the app itself is to be answered. What a group has come to is changed while the
// server runs, where a comparison has shown it to differ.

import type { MaybePromise } from '../http/maybe-promise.ts'
import type { Answer, Order, Refusal } from '../pool/protocol.ts'
import { groupOf } from '../site/state-group.ts'
import { appAlone, type ChromiumPool } from './chromium-pool.ts'
import type { Engine, EngineGroups } from './engines-file.ts'

/** What is chosen by. */
export interface Chosen {
  /** Undefined: nothing was compared, and our engine makes all. */
  readonly groups: EngineGroups | undefined
  /** Makes all, if it is given. */
  readonly engine?: Engine | undefined
  /** Whether states of no group are unproven, and go to Chromium. */
  readonly strict: boolean
  readonly ours: (order: Order) => MaybePromise<Answer | Refusal>
  readonly chromium: Pick<ChromiumPool, 'render'> | undefined
  readonly warn: (state: string, warning: string) => void
  /** Shown what our engine has made. */
  readonly onMade?: (order: Order, answer: Answer | Refusal) => void
}

/** Chooses. */
export interface EngineChoice {
  render(order: Order): MaybePromise<Answer | Refusal>
  /** From now on Chromium makes the states of a group. */
  distrust(group: string): void
}

/** Of more groups it is not remembered that they were warned of. */
const MOST_GROUPS = 1000

/** Makes the choice. */
export function createEngineChoice(chosen: Chosen): EngineChoice {
  const { groups, engine: only, strict, ours, chromium, warn, onMade } = chosen
  const distrusted = new Set<string>()
  const told = new Set<string>()

  const once = (what: string, state: string, warning: string) => {
    if (told.has(what) || told.size >= MOST_GROUPS) return
    told.add(what)
    warn(state, warning)
  }

  function engineOf(group: string, state: string): Engine {
    if (only) return only
    if (distrusted.has(group)) return 'chromium'
    const known = groups?.get(group)
    if (known) return known.engine
    if (strict) return 'chromium'
    if (groups) {
      once(
        `unproven ${group}`,
        state,
        `No state of ${group} was compared with Chromium: what our engine shows of it is answered unproven. Run hashbang adopt --check, or set "strict"`,
      )
    }
    return 'happy-dom'
  }

  const alone = (group: string, order: Order, why: string): Refusal => {
    once(
      `app ${group}`,
      order.state,
      `States of ${group} are answered with the app alone, which shows nothing without script: ${why}`,
    )
    return appAlone(order, why)
  }

  return {
    render(order) {
      const group = groupOf(order)
      const engine = engineOf(group, order.state)
      if (engine === 'happy-dom') {
        const answer = ours(order)
        if (onMade) void Promise.resolve(answer).then((made) => onMade(order, made))
        return answer
      }
      if (engine === 'app') {
        return alone(group, order, 'no engine was found that shows them the same each time')
      }
      if (chromium === undefined) {
        return alone(
          group,
          order,
          'our engine does not show them as Chromium does, and "chromium" is 0',
        )
      }
      return chromium
        .render(order)
        .then((answer) => (answer.type === 'app' ? alone(group, order, answer.why) : answer))
    },
    distrust: (group) => void distrusted.add(group),
  }
}
