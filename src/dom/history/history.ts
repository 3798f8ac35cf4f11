// The contract of histories: they report visits to a router and write its addresses. The newest
// visit wins: a history aborts the previous one's signal.

/** The result of a navigation. */
export type NavigationOutcome =
  | 'done'
  /** A guard or loader redirected, and that page is shown. */
  | 'redirected'
  /** Another navigation began. */
  | 'superseded'
  /** Unsaved work keeps the reader on the page. */
  | 'blocked'
  /** The error page is shown. */
  | 'failed'

/** A navigation to a state of this document, in progress. */
export interface Visit {
  /** The state as in the URL; `''` for the page without a fragment. */
  readonly state: string
  /** The id in the fragment, where states are paths; else null. */
  readonly anchor: string | null
  /** `load`: the first state. `resume`: the same state again. */
  readonly type: 'load' | 'resume' | 'push' | 'replace' | 'traverse'
  /** Aborted by the next navigation, by the browser, and once nobody listens. */
  readonly signal: AbortSignal
  /** Whether the reader returns to an entry of an earlier document, whose position is known. */
  readonly returns?: boolean
  /** Whether the browser has animated the change, as for a swipe. */
  readonly animated: boolean
  /** Lets the address change, if it was held back for this visit. */
  commit(): Promise<void>
  /** Replaces this visit's address by that of another state. Reports no visit. */
  replace(state: string): void
  /** Restores the address, without a visit. Resolves once it is there. */
  cancel(): Promise<unknown>
  /** Restores the reader's scroll position; at a new entry scrolls to the top. */
  scroll(): void
}

/** Receives the visits of a history. */
export interface Visitor {
  /** Whether to hold the address back until `commit`, where the browser can. */
  holds(state: string): boolean
  visit(visit: Visit): Promise<NavigationOutcome>
}

/** Options of a navigation. */
export interface GoOptions {
  /** Replaces the current entry. */
  readonly replace: boolean
  /** Stored with the entry; must be cloneable. */
  readonly historyState?: unknown
}

/** Stores the current state: in the address, or in memory. */
export interface History {
  /** Returns the current state. */
  read(): string
  /** The `historyState` of the current entry. */
  readonly historyState: unknown
  /** The router then leaves the document's head, title and focus alone. */
  readonly embedded?: true
  /** Reports the current state, then every navigation, until the result is called. */
  listen(visitor: Visitor): () => void
  /** Reports the current state again, because its page was never shown. */
  resume(): Promise<NavigationOutcome>
  /** Navigates, which reports a visit, and returns its outcome. */
  go(state: string, options: GoOptions): Promise<NavigationOutcome>
}
