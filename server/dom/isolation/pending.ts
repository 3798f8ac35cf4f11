/**
 * Tracks promises that a page waits for, while its clock stops. No page waits for the end of
 * requests that stay open, such as streams and polls.
 */

import { machineNow } from './page-clock.ts'
import { PageContext } from './page-context.ts'
import { perPage } from './page-state.ts'

/**
 * `outside`: of a server or another thread; the page's clock stops. `page`: perhaps of a timer.
 * `read`: of a body whose request is waited for.
 */
export type Source = 'outside' | 'page' | 'read'

export interface Pending {
  /** Such as 'a request of /data.json'. */
  readonly what: string
  readonly promise: Promise<unknown>
  /** Settles when the response begins. */
  response?: Promise<unknown> | undefined
}

interface PendingEntry extends Pending {
  readonly source: Source
  readonly isRequest?: boolean
  /** When its response began without a known end. */
  openSince?: number
}

/** Real ms that the clock stops without a response, before timers, such as timeouts, run. */
const MOST_HELD = 2000

/** ms in which a response, and a poll, must end. */
const STAYS_OPEN = 2000

const work = perPage(() => ({
  pending: new Set<PendingEntry>(),
  /** Answered requests, without queries. */
  answered: new Set<string>(),
  lastChange: 0,
  onOutsideEnd: (): void => undefined,
}))

export function onOutsideEnd(listener: () => void): void {
  work().onOutsideEnd = listener
}

export function waitFor(what: string, promise: Promise<unknown>, source: Source = 'outside'): void {
  add({ what, promise, source })
}

/** Waits for a response with its body. @param read Settles when the body was read. */
export function waitForRequest(
  url: string,
  response: Promise<Response>,
  read: Promise<unknown>,
): void {
  const entry: PendingEntry = {
    what: `a request of ${url}`,
    source: 'outside',
    isRequest: true,
    promise: read.catch(() => undefined),
  }
  const path = url.replace(/[?#].*/s, '')
  const { answered } = work()
  if (answered.has(path)) entry.openSince = machineNow()
  entry.response = response.then(
    ({ headers }) => {
      answered.add(path)
      entry.response = undefined
      if (!headers.has('content-length')) entry.openSince = machineNow()
    },
    () => undefined,
  )
  add(entry)
}

function add(entry: PendingEntry): void {
  const { what, promise, source } = entry
  PageContext.current?.trace?.note(what, promise)
  const pageWork = work()
  const done = () => {
    pageWork.pending.delete(entry)
    if (pageWork !== work() || source !== 'outside') return
    pageWork.lastChange = machineNow()
    pageWork.onOutsideEnd()
  }
  if (!isHeld()) pageWork.lastChange = machineNow()
  pageWork.pending.add(entry)
  promise.then(done, done)
}

export interface OpenRequests {
  readonly names: readonly string[]
  /** ms until no page waits for them any more. */
  readonly dueIn: number
}

/**
 * The requests that may stay open, if the page waits for nothing else.
 * @param counted `any`: with those that have no answer yet.
 */
export function openRequests(counted: 'answered' | 'any' = 'answered'): OpenRequests | undefined {
  const names: string[] = []
  let dueIn = 0
  for (const { what, source, isRequest, openSince } of work().pending) {
    if (source === 'read') continue
    if (!isRequest || (openSince === undefined && counted === 'answered')) return undefined
    names.push(what)
    dueIn = Math.max(dueIn, (openSince ?? 0) + STAYS_OPEN - machineNow())
  }
  return names.length > 0 ? { names, dueIn } : undefined
}

export function pendingWork(): readonly Pending[] {
  return [...work().pending]
}

export const outsideWork = (): readonly string[] =>
  [...work().pending].filter(({ source }) => source !== 'page').map(({ what }) => what)

const isHeld = (): boolean => [...work().pending].some(({ source }) => source === 'outside')

/** Real ms until the clock goes on without a response. */
export const heldFor = (): number => (isHeld() ? work().lastChange + MOST_HELD - machineNow() : 0)
