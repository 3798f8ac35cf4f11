/**
 * Tracks promises that a render waits for, and how long its clock stops for them. A promise belongs
 * to the render that was current when it was added.
 */
import { JobContext } from './context.ts'
import { machineNow } from './machine-time.ts'

/**
 * 'outside': a server or another thread; the page's clock stops, so that it does not depend on
 * speed. 'page': perhaps a timer of the page.
 */
export type Source = 'outside' | 'page'

export interface Pending {
  /** For the log: 'an update of <x-list>', 'a request of /data.json'. */
  readonly what: string
  readonly promise: Promise<unknown>
}

interface PendingEntry extends Pending {
  readonly source: Source
}

/** Real ms that the clock stops without a response. Then timers run, such as request timeouts. */
const PATIENCE = 2000

let pending = new Set<PendingEntry>()
let lastNews = 0
let onNews = () => {}

/** Calls back on a response from outside. */
export function onPendingChange(listener: () => void): void {
  onNews = listener
}

export function waitFor(what: string, promise: Promise<unknown>, source: Source = 'outside'): void {
  JobContext.current?.trace?.note(what, promise)
  const mine = pending
  const entry = { what, promise, source }
  const done = () => {
    mine.delete(entry)
    if (mine !== pending || source === 'page') return
    lastNews = machineNow()
    onNews()
  }
  if (!isHeld()) lastNews = machineNow()
  mine.add(entry)
  promise.then(done, done)
}

export function pendingWork(): readonly Pending[] {
  return [...pending]
}

/** What a server or another thread still does for the page. */
export const outsideWork = (): readonly string[] =>
  [...pending].filter(({ source }) => source === 'outside').map(({ what }) => what)

export function forgetPending(): void {
  pending = new Set()
}

const isHeld = (): boolean => [...pending].some(({ source }) => source === 'outside')

/** Real ms until the page's clock goes on without a response. */
export const heldFor = (): number => (isHeld() ? lastNews + PATIENCE - machineNow() : 0)
