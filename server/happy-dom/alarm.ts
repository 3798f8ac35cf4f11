/**
 * Runs the timers of a page while it waits for what one of them may bring about, each when it would be due on the machine's clock,
 * or later. In: when that is, and what runs the next timer. Out: it is run after some turns of the event loop without news, so
 * that a timer never comes before what is already on its way. While an answer of the outside is awaited, none runs.
 */
import { getActiveResourcesInfo } from 'node:process'
import * as node from 'node:timers'
import { machineNow } from './machine-time.ts'
import { heldFor } from './pending.ts'

/** What an alarm rings for. */
interface Sleeper {
  /** When the next timer is due, on the machine's clock. */
  next(): number | undefined
  /** Whether callbacks wait for the next turn. */
  isBusy(): boolean
  ring(): void
}

export interface Alarm {
  /** Sets it for the timer that is due first. */
  set(): void
  /** The machine has another time now. */
  setAnew(): void
  /** Timers are run by someone else, or not at all. */
  rest(): void
  wake(): void
  isResting(): boolean
}

/** So many turns of the event loop must bring nothing new: messages and module jobs take one. */
export const QUIET_TURNS = 2

/** Other jobs read files, too: after so many turns they are not waited for. */
const MOST_TURNS = 1000

/** Whether the thread reads files: it is how modules come. */
export const readsFiles = (): boolean =>
  getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

/** Creates it; it rests. */
export function createAlarm({ next, isBusy, ring }: Sleeper): Alarm {
  let isAtRest = true
  let setFor = Number.POSITIVE_INFINITY
  let cancel = () => {}

  function rest(): void {
    cancel()
    cancel = () => {}
    setFor = Number.POSITIVE_INFINITY
    isAtRest = true
  }
  function after(ms: number): void {
    const timer = node.setTimeout(look, ms, 0, 0)
    cancel = () => node.clearTimeout(timer)
  }
  function look(turns: number, quiet: number): void {
    const held = heldFor()
    if (held > 0) {
      after(held)
      return
    }
    if (quiet < QUIET_TURNS && turns < MOST_TURNS) {
      const now = isBusy() || readsFiles() ? 0 : quiet + 1
      const immediate = node.setImmediate(look, turns + 1, now)
      cancel = () => node.clearImmediate(immediate)
      return
    }
    setFor = Number.POSITIVE_INFINITY
    try {
      ring()
    } finally {
      set()
    }
  }
  function set(): void {
    const time = isAtRest ? undefined : next()
    if (time === undefined || time >= setFor) return
    cancel()
    setFor = time
    after(Math.max(0, time - machineNow()))
  }
  function wake(): void {
    isAtRest = false
    set()
  }
  function setAnew(): void {
    if (isAtRest) return
    rest()
    wake()
  }
  return { set, setAnew, rest, wake, isResting: () => isAtRest }
}
