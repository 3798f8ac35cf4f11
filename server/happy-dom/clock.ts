/**
 * The time of a page. It stands still while code runs and while the page waits for requests, and moves to the time at which a timer
 * is due when that timer runs. What a page shows so depends on its timers, and never on how long anything takes. In: the scope of
 * the caller. Out: `Date`, `performance.now` and `timeOrigin` of its page; loaders and other jobs keep the machine's time.
 * Headless Chromium's virtual time is the precedent.
 */
import { type Scope, scope } from './context.ts'
import { machineDate, machineNow } from './machine-time.ts'

/** The time of one page. */
export interface Timed {
  /** What its `performance.now()` says. */
  time: number
  /** What its `Date.now()` said when that was 0. */
  readonly origin: number
  /** How often it has been read since it has last moved. */
  reads: number
}

/** `performance.now()` of a page's first code, in ms: code of a browser's page never reads 0, and some take 0 for none. */
const OPENED = 100

/** A page may read the time so often before it counts as a loop that waits for it. */
const FREE_READS = 5000

/** So many further reads move the time by a ms, so that such a loop ends. */
const READS_PER_MS = 50

/** The time of a page that is opened now. */
export const openTime = (): Timed => ({ time: OPENED, origin: machineDate() - OPENED, reads: 0 })

/** Lets the time of a page pass; it never goes back. */
export function moveTime(page: Timed, to: number): void {
  page.time = Math.max(page.time, to)
  page.reads = 0
}

function readTime(page: Timed): number {
  page.reads += 1
  if (page.reads > FREE_READS && page.reads % READS_PER_MS === 0) page.time += 1
  return page.time
}

/** The page of a thread that shows no other. */
let alone: Timed | undefined

/** The page that the caller belongs to, also when it has ended. */
function ownPage(own: Scope | undefined): Timed | undefined {
  return own === undefined ? alone : 'time' in own ? (own as Timed) : undefined
}

/** `performance.now()` of code that belongs to no page. Modules of one may be evaluated beside it: theirs begins with the job. */
function nowOf(own: Scope | undefined): number {
  const since = own?.isModule ? own.job?.begun : undefined
  return machineNow() - (since ?? 0)
}

/** What `performance.timing` tells of: nothing takes time that is shown. */
const TIMES =
  'navigationStart fetchStart domainLookupStart domainLookupEnd connectStart connectEnd requestStart responseStart responseEnd domLoading domInteractive domContentLoadedEventStart domContentLoadedEventEnd domComplete loadEventStart loadEventEnd'.split(
    ' ',
  )

/** Says of a page how it was opened. For a thread that shows one page; its time is that of all code without a scope. */
export function startClock(isReload = false): void {
  alone = ownPage(scope())
  const begun = Math.round(performance.timeOrigin)
  const timing = Object.fromEntries(TIMES.map((name) => [name, begun]))
  Object.defineProperties(performance, {
    // Scripts that measure read these without asking whether they are there.
    timing: { configurable: true, value: { ...timing, toJSON: () => timing } },
    navigation: { configurable: true, value: { type: isReload ? 1 : 0, redirectCount: 0 } },
  })
}

/** SIDE EFFECT: puts the page's time into `performance` and `Date`. */
export function installClock(target: Record<string, unknown>): void {
  const origin = performance.timeOrigin
  performance.now = () => {
    const own = scope()
    const page = ownPage(own)
    return page ? readTime(page) : nowOf(own)
  }
  Object.defineProperty(performance, 'timeOrigin', {
    configurable: true,
    get() {
      const own = scope()
      return ownPage(own)?.origin ?? origin + (machineNow() - nowOf(own))
    },
  })
  const now = () => {
    const page = ownPage(scope())
    return page ? page.origin + Math.floor(readTime(page)) : machineDate()
  }
  Date.now = now
  const construct = (given: DateConstructor, args: unknown[], made: NewableFunction) =>
    Reflect.construct(given, args.length === 0 ? [now()] : args, made)
  target.Date = new Proxy(Date, { construct, apply: () => new Date(now()).toString() })
  Object.defineProperty(Date.prototype, 'constructor', {
    value: target.Date,
    configurable: true,
    writable: true,
  })
}
