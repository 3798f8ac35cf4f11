/**
 * What a render is still waiting for. In: promises, each with a name for the log and whether the page itself may bring it about.
 * Out: those that have not settled, and how long the page's time stands still for them.
 * A promise belongs to the render that was under way when it came; the next begins with none.
 */
import { scope } from './context.ts'
import { machineNow } from './machine-time.ts'

/**
 * Who brings it about. 'outside': a server, another thread. The page's time stands still until then, so that it does not depend on
 * how long that takes. 'page': perhaps one of the page's timers.
 */
export type Source = 'outside' | 'page'

export interface Pending {
  /** For the log: 'an update of <x-list>', 'a request of /data.json'. */
  readonly what: string
  /** Never rejects. */
  readonly promise: Promise<unknown>
}

interface Entry extends Pending {
  readonly source: Source
}

/** ms of the machine for which time stands still without an answer: then timers run, such as those that give a request up. */
const PATIENCE = 2000

let pending = new Set<Entry>()
let lastNews = 0
let onNews = () => {}

/** Calls back when an answer of the outside has come. */
export function hearNews(listener: () => void): void {
  onNews = listener
}

/** Counts the promise as unfinished work of the page until it settles. */
export function waitFor(what: string, promise: Promise<unknown>, source: Source = 'outside'): void {
  scope()?.job?.trace?.note(what, promise)
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

export function forgetPending(): void {
  pending = new Set()
}

const isHeld = (): boolean => [...pending].some(({ source }) => source === 'outside')

/** For how many ms of the machine the page's time still stands still, if no answer comes before. */
export const heldFor = (): number => (isHeld() ? lastNews + PATIENCE - machineNow() : 0)
