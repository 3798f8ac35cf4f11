/**
 * Gives a page virtual time, like headless Chromium's: it stops during code and requests, and jumps
 * to the due time of a timer that runs. Background work has the machine's time.
 */

import { defineHidden } from '../internals.ts'
import { isBackground } from './background.ts'
import { isPageOpen, perPage } from './page-state.ts'

/** The machine's time in ms, saved before pages get their own. */
export const machineNow = performance.now.bind(performance)
const machineDate = Date.now

/** The page's time, in ms. */
export interface PageTime {
  time: number
  /** `Date.now()` at time 0. */
  readonly origin: number
  reads: number
}

/** Initial `performance.now()`, in ms; some code treats 0 as none. */
const OPENED = 100

/** Reads until a page counts as a loop that waits for the time. */
const FREE_READS = 5000

/** Further reads per ms, so that such a loop ends. */
const READS_PER_MS = 50

export const pageTime = perPage(
  (): PageTime => ({ time: OPENED, origin: machineDate() - OPENED, reads: 0 }),
)

/** The time of a page never goes back. */
export function moveTime(page: PageTime, to: number): void {
  page.time = Math.max(page.time, to)
  page.reads = 0
}

function readTime(page: PageTime): number {
  page.reads += 1
  if (page.reads > FREE_READS && page.reads % READS_PER_MS === 0) page.time += 1
  return page.time
}

const ownTime = (): PageTime | undefined =>
  isPageOpen() && !isBackground() ? pageTime() : undefined

/** Entries of `performance.timing`, all instant. */
const TIMES =
  'navigationStart fetchStart domainLookupStart domainLookupEnd connectStart connectEnd requestStart responseStart responseEnd domLoading domInteractive domContentLoadedEventStart domContentLoadedEventEnd domComplete loadEventStart loadEventEnd'.split(
    ' ',
  )

/** Sets properties that measuring scripts read without a check. */
export function startClock(navigation: 'navigate' | 'reload' = 'navigate'): void {
  const begun = Math.round(performance.timeOrigin)
  const timing = Object.fromEntries(TIMES.map((name) => [name, begun]))
  Object.defineProperties(performance, {
    timing: { configurable: true, value: { ...timing, toJSON: () => timing } },
    navigation: {
      configurable: true,
      value: { type: navigation === 'reload' ? 1 : 0, redirectCount: 0 },
    },
  })
}

/** SIDE EFFECT: replaces the time in `performance` and `Date`. */
export function installClock(target: Record<string, unknown>): void {
  const origin = performance.timeOrigin
  performance.now = () => {
    const page = ownTime()
    return page ? readTime(page) : machineNow()
  }
  Object.defineProperty(performance, 'timeOrigin', {
    configurable: true,
    get: () => ownTime()?.origin ?? origin,
  })
  const now = () => {
    const page = ownTime()
    return page ? page.origin + Math.floor(readTime(page)) : machineDate()
  }
  Date.now = now
  const construct = (Native: DateConstructor, args: unknown[], newTarget: NewableFunction) =>
    Reflect.construct(Native, args.length === 0 ? [now()] : args, newTarget)
  target.Date = new Proxy(Date, { construct, apply: () => new Date(now()).toString() })
  defineHidden(Date.prototype, { constructor: target.Date })
}
