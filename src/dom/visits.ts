// Loads and shows the page of each visit. The last visit wins: its signal is checked before
// anything is shown.

import { declaredState } from '../address-state.ts'
import type { Page } from '../resolution.ts'
import { anchorOf, showAnchor, withAnchor } from './anchor.ts'
import { type Surroundings, sameRoute } from './focus-and-announce.ts'
import type { Addresses } from './history/address.ts'
import type { History, NavigationOutcome, Visit } from './history/history.ts'
import type { Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'

/** Most ms that views may delay the end of a navigation by `settled`. */
const SETTLE_MS = 3000

/** The parts of a router that its visits use. */
interface VisitParts {
  readonly outlet: HashbangOutlet
  readonly hooks: Hooks
  readonly at: Addresses
  /** Null for an embedded router, which leaves the document alone. */
  readonly around: Surroundings | null
  /** Ms of loading before the `pending` view shows. */
  readonly pendingMs: number
  /** Undefined before the history is open and once the router has stopped. */
  history(): History | undefined
  onShown(page: Page): void
}

/** The visits of a router, and the page that it shows. */
export class Visits {
  page: Page | null = null
  /** The state of `page` as in the URL, with its anchor. */
  state = ''
  /** The history's address of `page`; another address is of a page that was never shown. */
  url: string | undefined
  /** The visit whose page loads. */
  pending: Visit | null = null
  /** Whether the next visit loads its state anew, also if it is shown. */
  reload = false
  #newest: Visit | null = null
  readonly #parts: VisitParts

  constructor(parts: VisitParts) {
    this.#parts = parts
  }

  async visit(visit: Visit): Promise<NavigationOutcome> {
    this.#newest = visit
    const outcome = await this.#attempt(visit)
    // No page replaced it: the address is back, and so must be the page.
    const one = this.#parts.history()
    if (one && this.#newest === visit && (outcome === 'superseded' || outcome === 'blocked')) {
      if (one.read() === this.url) this.#parts.outlet.page = this.page
      else void one.resume()
    }
    return outcome
  }

  async #attempt(visit: Visit): Promise<NavigationOutcome> {
    const { state, signal, type } = visit
    const anchor = visit.anchor ?? anchorOf(state)
    const again = this.reload || type === 'resume'
    this.reload = false
    const { page, state: shown } = this
    // Another anchor of the same state is the same page; an identical state loads again.
    const isJump =
      withAnchor(state, null) === withAnchor(shown, null) && (anchor ?? anchorOf(shown)) !== null
    if (!again && page && this.#parts.outlet.page === page && isJump) {
      this.page = this.#parts.outlet.page = { ...page, anchor }
      this.state = withAnchor(state, anchor)
      this.url = state
      if (type === 'traverse' || anchor === null) visit.scroll()
      else showAnchor(anchor)
      return 'done'
    }
    if (this.#parts.hooks.wraps.leave.size > 0 && type !== 'load' && type !== 'resume') {
      const leaves = await Promise.race([this.#parts.hooks.step('leave')(state), aborted(signal)])
      if (signal.aborted) return 'superseded'
      if (!leaves) {
        await visit.cancel()
        return 'blocked'
      }
    }
    this.pending = visit
    let target = state
    const timer = setTimeout(() => void this.#showPending(visit, target), this.#parts.pendingMs)
    const admitted = (at: string) => {
      if (signal.aborted) return
      if (at !== target) {
        target = at
        visit.replace(at)
        if (this.#parts.outlet.ariaBusy) void this.#showPending(visit, at)
      }
      void visit.commit()
    }
    const { page: next, status } = await this.#parts.hooks.step('resolve')(state, {
      signal,
      admitted,
    })
    clearTimeout(timer)
    if (next.type === 'aborted' || signal.aborted) return this.#left(visit)
    if (status !== null) visit.replace(withAnchor(next.state, next.anchor))
    await visit.commit()
    if (signal.aborted) return this.#left(visit)
    const outcome = await this.#show(visit, next, status === null ? visit.anchor : null)
    this.#left(visit)
    return outcome === 'done' && status !== null ? 'redirected' : outcome
  }

  #left(visit: Visit): NavigationOutcome {
    if (this.pending === visit) {
      this.pending = null
      this.#parts.outlet.ariaBusy = null
    }
    return 'superseded'
  }

  async #showPending(visit: Visit, state: string): Promise<void> {
    this.#parts.outlet.ariaBusy = 'true'
    // Loaded late: few pages are slow enough to need it.
    const waiting = await import('./pending-page.ts')
      .then(({ pendingPage }) => pendingPage(this.#parts.hooks.table, state, this.page))
      .catch(() => null)
    if (waiting && this.pending === visit && !visit.signal.aborted)
      this.#parts.outlet.page = waiting
  }

  async #show(visit: Visit, next: Page, fragment: string | null): Promise<NavigationOutcome> {
    const { signal } = visit
    const anchor = next.anchor ?? fragment
    const focused = document.activeElement
    const moved = visit.type !== 'replace' || !this.page || !sameRoute(this.page, next)
    try {
      await this.#parts.hooks.step('paint')(async () => {
        if (signal.aborted) return
        this.page = this.#parts.outlet.page = next
        this.state = withAnchor(next.state, anchor)
        this.url = this.#parts.history()?.read()
        const url =
          this.#parts.at.url(declaredState(this.#parts.hooks.table, next.state)) ??
          location.origin + location.pathname
        this.#parts.around?.show(next.head, url, document.URL.includes('#'))
        await this.#parts.outlet.updateComplete
      }, visit)
    } catch (error) {
      if (signal.aborted) return 'superseded'
      if (next.type !== 'failure')
        return this.#show(visit, await this.#parts.hooks.table.fail(next.state, error), null)
      if (next.levels.length === 0) return 'failed'
      // The error view failed too: the outlet shows its own message.
      return this.#show(visit, { ...next, levels: [] }, null)
    }
    await settled(this.#parts.outlet, signal)
    if (signal.aborted) return 'superseded'
    this.#parts.around?.arrive(this.#parts.outlet, visit, anchor, { focused, moved })
    this.#parts.onShown(next)
    return next.type === 'failure' ? 'failed' : 'done'
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve))

/** Waits until an outlet's views have settled, the signal is aborted, or time is up. */
export async function settled(outlet: HashbangOutlet, signal: AbortSignal): Promise<unknown> {
  const pending = outlet.takePending()
  if (pending.length === 0) return
  const end = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
  return Promise.race([Promise.allSettled(pending), aborted(end)])
}
