// Loads and shows the page of each visit that a history reports to the router. The last visit wins:
// its signal is checked before anything is shown.

import { declaredState } from '../address-state.ts'
import type { Page } from '../page.ts'
import type { AnyTable } from '../table.ts'
import { anchorOf, showAnchor, withAnchor } from './anchor.ts'
import { type Surroundings, sameRoute } from './focus-and-announce.ts'
import type { Addresses } from './history/address.ts'
import type { History, NavigationOutcome, Visit, Visitor } from './history/history.ts'
import type { Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import type { NavigateOptions } from './router-types.ts'
import { watchForms } from './state-forms.ts'

/** Most ms for which `settled` delays the end of a navigation. */
const SETTLE_MS = 3000

interface VisitParts {
  readonly outlet: HashbangOutlet
  readonly hooks: Hooks
  readonly at: Addresses
  /** Null for an embedded router, which leaves the document alone. */
  readonly around: Surroundings | null
  /** ms of loading before the `pending` view appears. */
  readonly pendingMs: number
  onError(error: unknown, page: Page): void
}

/** The visits of a router, and the page that it shows. */
export class Visits implements Visitor {
  page: Page | null = null
  /** The state of `page` as in the URL, with its anchor. */
  state = ''
  /** The history's address of `page`; any other is of a page that was never shown. */
  url: string | undefined
  pending: Visit | null = null
  /** Whether the next visit loads its state anew. */
  reload = false
  /** The history, once it is open. */
  history: History | undefined
  readonly listeners = new Set<(page: Page) => void>()
  readonly #end = new AbortController()
  #first: Promise<NavigationOutcome> | undefined
  #newest: Visit | null = null
  readonly #outlet: HashbangOutlet
  readonly #hooks: Hooks
  readonly #parts: VisitParts

  constructor(parts: VisitParts) {
    this.#outlet = parts.outlet
    this.#hooks = parts.hooks
    this.#parts = parts
    let parked: Visit | null
    const onHide = () => {
      parked = this.pending
    }
    // Loads again when a page returns from the back/forward cache, where requests were lost.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      const { history } = this
      if (persisted && parked?.signal.aborted === false && history?.read() === parked.state)
        history.resume()
    }
    window.addEventListener('pagehide', onHide, this.#end)
    window.addEventListener('pageshow', onShow, this.#end)
  }

  /** Shows the pages of a history until `stop`. Returns the outcome of its first visit. */
  async connect(history: History): Promise<NavigationOutcome> {
    const { signal } = this.#end
    if (signal.aborted) return 'superseded'
    this.history = history
    signal.addEventListener('abort', history.listen(this))
    const { at, around } = this.#parts
    if (around) watchForms(at, (state) => void this.go(history, state, {}), signal)
    return this.#first ?? 'superseded'
  }

  holds(state: string): boolean {
    return this.#hooks.wraps.leave.size > 0 || isGuarded(this.#hooks.table, state)
  }

  visit(visit: Visit): Promise<NavigationOutcome> {
    const outcome = this.#visit(visit)
    this.#first ??= outcome
    return outcome
  }

  go(history: History, state: string, options: NavigateOptions): Promise<NavigationOutcome> {
    const { pending, url } = this
    // The entry of a page that was never shown is replaced.
    const isUnseen = pending !== null && pending.type !== 'traverse' && history.read() !== url
    return history.go(state, { ...options, replace: options.replace ?? isUnseen })
  }

  stop(): void {
    this.#end.abort()
    this.#outlet.page = null
    this.#outlet.ariaBusy = null
    this.#parts.around?.restore()
  }

  async #visit(visit: Visit): Promise<NavigationOutcome> {
    this.#newest = visit
    const outcome = await this.#attempt(visit)
    const { history } = this
    const isLast = this.#newest === visit && !this.#end.signal.aborted
    // The address is back, and so must be the page.
    if (history && isLast && (outcome === 'superseded' || outcome === 'blocked')) {
      if (history.read() === this.url) this.#outlet.page = this.page
      else void history.resume()
    }
    return outcome
  }

  async #attempt(visit: Visit): Promise<NavigationOutcome> {
    const { state, signal, type } = visit
    const anchor = visit.anchor ?? anchorOf(state)
    const { page, state: shown } = this
    // A link to the state of an error page tries again, even if the reader came to an anchor.
    const retries = page?.type === 'failure' && anchor === null
    const again = this.reload || type === 'resume' || retries
    this.reload = false
    // Another anchor is the same page; an identical state loads again.
    const isJump =
      withAnchor(state, null) === withAnchor(shown, null) && (anchor ?? anchorOf(shown)) !== null
    if (!again && page && this.#outlet.page === page && isJump) {
      this.page = this.#outlet.page = { ...page, anchor }
      this.state = withAnchor(state, anchor)
      this.url = state
      if (type === 'traverse' || anchor === null) visit.scroll()
      else showAnchor(anchor)
      return 'done'
    }
    if (this.#hooks.wraps.leave.size > 0 && type !== 'load' && type !== 'resume') {
      const leaves = await Promise.race([this.#hooks.step('leave')(state), aborted(signal)])
      if (signal.aborted) return 'superseded'
      if (!leaves) {
        await visit.cancel()
        return 'blocked'
      }
    }
    this.pending = visit
    let target = state
    const timer = setTimeout(() => void this.#showPending(visit, target), this.#parts.pendingMs)
    const admitted = (passed: string) => {
      if (signal.aborted) return
      if (passed !== target) {
        target = passed
        visit.replace(passed)
        if (this.#outlet.ariaBusy) void this.#showPending(visit, passed)
      }
      void visit.commit()
    }
    const { page: next, status } = await this.#hooks.step('resolve')(state, {
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
      this.#outlet.ariaBusy = null
    }
    return 'superseded'
  }

  async #showPending(visit: Visit, state: string): Promise<void> {
    this.#outlet.ariaBusy = 'true'
    // Few pages are slow enough to need it.
    const waiting = await import('./pending-page.ts')
      .then(({ pendingPage }) => pendingPage(this.#hooks.table, state, this.page))
      .catch(() => null)
    if (waiting && this.pending === visit && !visit.signal.aborted) this.#outlet.page = waiting
  }

  async #show(visit: Visit, next: Page, fragment: string | null): Promise<NavigationOutcome> {
    const { signal } = visit
    const anchor = next.anchor ?? fragment
    const focused = document.activeElement
    const moved = visit.type !== 'replace' || !this.page || !sameRoute(this.page, next)
    try {
      await this.#hooks.step('paint')(async () => {
        if (signal.aborted) return
        this.page = this.#outlet.page = next
        this.state = withAnchor(next.state, anchor)
        this.url = this.history?.read()
        const url =
          this.#parts.at.url(declaredState(this.#hooks.table, next.state)) ??
          location.origin + location.pathname
        this.#parts.around?.show(
          next.head,
          next.status < 400 ? url : undefined,
          document.URL.includes('#'),
        )
        await this.#outlet.updateComplete
      }, visit)
    } catch (error) {
      if (signal.aborted) return 'superseded'
      if (next.type !== 'failure')
        return this.#show(visit, await this.#hooks.table.fail(next.state, error), null)
      if (next.levels.length === 0) return 'failed'
      // The error view failed too: the outlet has its own message.
      return this.#show(visit, { ...next, levels: [] }, null)
    }
    await settled(this.#outlet, signal)
    if (signal.aborted) return 'superseded'
    this.#parts.around?.arrive(this.#outlet, visit, anchor, { focused, moved })
    this.#notify(next)
    return next.type === 'failure' ? 'failed' : 'done'
  }

  #notify(page: Page): void {
    const { onError } = this.#parts
    for (const listener of this.listeners) {
      try {
        listener(page)
      } catch (error) {
        // A blocked statistics script, for example, must not stop the others.
        onError(error, page)
      }
    }
    if (page.error !== undefined) onError(page.error, page)
  }
}

/** Whether any route of a state has a guard, for which its address waits. */
const isGuarded = ({ all, match }: AnyTable, state: string): boolean =>
  all.get(match(state)?.name ?? '')?.chain.some(({ options }) => options.guard) ?? false

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve))

/** Waits until an outlet's views have settled, the signal is aborted, or time is up. */
export async function settled(outlet: HashbangOutlet, signal: AbortSignal): Promise<unknown> {
  const pending = outlet.takePending()
  if (pending.length === 0) return
  const end = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
  return Promise.race([Promise.allSettled(pending), aborted(end)])
}
