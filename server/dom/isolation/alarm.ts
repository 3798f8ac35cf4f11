/**
 * Runs a waiting page's timers by the machine's clock, after quiet turns of the event loop: a timer
 * must not overtake messages on their way. None runs during a request.
 */
import { getActiveResourcesInfo } from 'node:process'
import * as node from 'node:timers'
import { machineNow } from './page-clock.ts'
import { heldFor } from './pending.ts'

interface AlarmTimers {
  next(): number | undefined
  isBusy(): boolean
  ring(): void
}

export interface Alarm {
  set(): void
  setAnew(): void
  rest(): void
  wake(): void
  isResting(): boolean
}

/** Quiet turns of the event loop before a timer runs: messages and module jobs take one. */
export const QUIET_TURNS = 2

/** Turns to wait for file reads, which background work does as well. */
const MOST_TURNS = 1000

/** Whether files are read, perhaps modules of the page. */
export const readsFiles = (): boolean =>
  getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

export function createAlarm({ next, isBusy, ring }: AlarmTimers): Alarm {
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
    const timer = node.setTimeout(check, ms, 0, 0)
    cancel = () => node.clearTimeout(timer)
  }
  function check(turns: number, quiet: number): void {
    const held = heldFor()
    if (held > 0) {
      after(held)
      return
    }
    if (quiet < QUIET_TURNS && turns < MOST_TURNS) {
      const now = isBusy() || readsFiles() ? 0 : quiet + 1
      const immediate = node.setImmediate(check, turns + 1, now)
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
