/**
 * Tracks promises that a page waits for, and how long its clock stops for them. Finds requests that
 * stay open, such as streams and polls: no page waits for their end.
 */

import { machineNow } from './clock.ts'
import { JobContext } from './context.ts'

/**
 * 'outside': a server or another thread; the page's clock stops. 'page': perhaps a timer of the
 * page. 'read': of a body whose request is waited for.
 */
export type Source = 'outside' | 'page' | 'read'

export interface Pending {
  /** For the log: 'an update of <x-list>', 'a request of /data.json'. */
  readonly what: string
  readonly promise: Promise<unknown>
  /** Settles when the response begins; undefined after that. */
  response?: Promise<unknown> | undefined
}

interface PendingEntry extends Pending {
  readonly source: Source
  readonly isRequest?: boolean
  /** When its response began without a known end, on the machine's clock. */
  openSince?: number
}

/** Real ms that the clock stops without a response. Then timers run, such as request timeouts. */
const MOST_HELD = 2000

/** ms in which a response that has begun, and a poll, must end. */
const STAYS_OPEN = 2000

let pending = new Set<PendingEntry>()
/** Answered requests of the page, without queries. */
let answered = new Set<string>()
let lastChange = 0
let onChange = () => {}

/** Calls back when outside work ends. */
export function onPendingChange(listener: () => void): void {
  onChange = listener
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
    ...{ what: `a request of ${url}`, source: 'outside', isRequest: true },
    promise: read.catch(() => undefined),
  }
  const path = url.replace(/[?#].*/s, '')
  if (answered.has(path)) entry.openSince = machineNow()
  const ownAnswered = answered
  entry.response = response.then(
    ({ headers }) => {
      ownAnswered.add(path)
      entry.response = undefined
      if (!headers.has('content-length')) entry.openSince = machineNow()
    },
    () => undefined,
  )
  add(entry)
}

function add(entry: PendingEntry): void {
  const { what, promise, source } = entry
  JobContext.current?.trace?.note(what, promise)
  const ownPending = pending
  const done = () => {
    ownPending.delete(entry)
    if (ownPending !== pending || source !== 'outside') return
    lastChange = machineNow()
    onChange()
  }
  if (!isHeld()) lastChange = machineNow()
  ownPending.add(entry)
  promise.then(done, done)
}

export interface OpenRequests {
  readonly names: readonly string[]
  /** ms until no page waits for them any more. */
  readonly dueIn: number
}

/**
 * The requests that may stay open, if the page waits for nothing else.
 * @param isLate Whether requests without an answer count, too: the deadline is over.
 */
export function openRequests(isLate = false): OpenRequests | undefined {
  const names: string[] = []
  let dueIn = 0
  for (const { what, source, isRequest, openSince } of pending) {
    if (source === 'read') continue
    if (!isRequest || (openSince === undefined && !isLate)) return undefined
    names.push(what)
    dueIn = Math.max(dueIn, (openSince ?? 0) + STAYS_OPEN - machineNow())
  }
  return names.length > 0 ? { names, dueIn } : undefined
}

export function pendingWork(): readonly Pending[] {
  return [...pending]
}

/** Work of a server, another thread or a stream for the page. */
export const outsideWork = (): readonly string[] =>
  [...pending].filter(({ source }) => source !== 'page').map(({ what }) => what)

export function forgetPending(): void {
  pending = new Set()
  answered = new Set()
}

const isHeld = (): boolean => [...pending].some(({ source }) => source === 'outside')

/** Real ms until the page's clock goes on without a response. */
export const heldFor = (): number => (isHeld() ? lastChange + MOST_HELD - machineNow() : 0)
