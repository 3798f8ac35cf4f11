/**
 * The time of the page that is shown. It goes with the machine's, and ahead of it by what was skipped while nothing but timers
 * was pending, so that a snapshot holds what shows after a moment without waiting for it. In: how far ahead to go. Out: `Date`
 * and `performance.now` as the page sees them; loaders and other jobs keep the machine's time.
 * Headless Chromium's virtual time is the precedent.
 */
import { scope } from './context.ts'

/** What of a drawing the clock needs. */
export interface Timed {
  /** How many ms the page's time is ahead of the machine's. */
  ahead: number
}

const machineNow = performance.now.bind(performance)
const machineDate = Date.now
let shown: Timed | null = null

/** The page that has time of its own from here on. */
export function setClock(page: Timed | null): void {
  shown = page
}

/** The time of a drawing in ms, on the clock of `performance.now()`. */
export const timeOf = (page: Timed): number => machineNow() + page.ahead

const ahead = (): number =>
  shown !== null && shown.ahead !== 0 && scope() === shown ? shown.ahead : 0

/** What `performance.timing` tells of: nothing takes time that is shown. */
const TIMES =
  'navigationStart fetchStart domainLookupStart domainLookupEnd connectStart connectEnd requestStart responseStart responseEnd domLoading domInteractive domContentLoadedEventStart domContentLoadedEventEnd domComplete loadEventStart loadEventEnd'.split(
    ' ',
  )

/** When the page began, on the machine's clock. */
let started = 0

/** The time of `performance.now()` begins anew, as for a page that is opened, or loads itself anew. For a thread that shows one page. */
export function startClock(isReload = false): void {
  started = machineNow()
  const origin = performance.timeOrigin + started
  const begun = Math.round(origin)
  const timing = Object.fromEntries(TIMES.map((name) => [name, begun]))
  Object.defineProperties(performance, {
    timeOrigin: { configurable: true, value: origin },
    // Scripts that measure read these without asking whether they are there.
    timing: { configurable: true, value: { ...timing, toJSON: () => timing } },
    navigation: { configurable: true, value: { type: isReload ? 1 : 0, redirectCount: 0 } },
  })
}

/** What is due at a time of a drawing, as the page sees it. */
export const shownTime = (time: number): number => time - started

/** SIDE EFFECT: puts the page's time into `performance.now` and `Date`. */
export function installClock(target: Record<string, unknown>): void {
  performance.now = () => machineNow() + ahead() - started
  const now = () => Math.round(machineDate() + ahead())
  Date.now = now
  const construct = (given: DateConstructor, args: unknown[], made: NewableFunction) =>
    Reflect.construct(given, args.length === 0 && ahead() !== 0 ? [now()] : args, made)
  target.Date = new Proxy(Date, { construct, apply: () => new Date(now()).toString() })
  Object.defineProperty(Date.prototype, 'constructor', {
    value: target.Date,
    configurable: true,
    writable: true,
  })
}
