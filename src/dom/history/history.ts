// The contract between the navigator, which decides, and a history, which reports and writes. The
// newest visit wins: a history aborts the previous one's signal.

/** What a navigation came to. */
export type NavigationOutcome =
  /** The page is shown. */
  | 'done'
  /** A guard or loader redirected; the page of another state is shown. */
  | 'redirected'
  /** Another navigation came first. */
  | 'superseded'
  /** Unsaved work keeps the reader on the page. */
  | 'blocked'
  /** The error page is shown. */
  | 'failed'

/** One navigation to a state of this document, while it is under way. */
export interface Visit {
  /** The state as the URL has it; `''` for the page without a fragment. */
  readonly state: string
  /** The id in the URL beside the state, where the scheme leaves the fragment to ids; else null. */
  readonly anchor: string | null
  /** `load`: the first state. `resume`: the same state again. */
  readonly type: 'load' | 'resume' | 'push' | 'replace' | 'traverse'
  /** Aborted when another navigation starts, the address will not change, or nobody listens. */
  readonly signal: AbortSignal
  /** The browser has animated the change by itself, as for a swipe. */
  readonly animated: boolean
  /** Lets the address change, where it was held back for this visit; else does nothing. */
  commit(): Promise<void>
  /** Writes the address of another state in the place of this visit's. Reports no visit. */
  replace(state: string): void
  /** Restores the address, without a visit. Resolves when it is there. */
  cancel(): Promise<unknown>
  /** Scrolls to where the reader was, or, at a state come to anew, to the top. */
  scroll(): void
}

/** Who is told of visits. */
export interface Visitor {
  /** Whether the address should be held back until `commit`, where the platform can do that. */
  holds(state: string): boolean
  visit(visit: Visit): Promise<NavigationOutcome>
}

/** How to go to a state. */
export interface GoOptions {
  /** Takes the place of the current entry of the history. */
  readonly replace: boolean
  /** Kept with the entry, and there again when the reader comes back to it; must be cloneable. */
  readonly historyState?: unknown
}

/** Where the current state is kept. */
export interface History {
  /** The state now. */
  read(): string
  /** What was given to `go` with the current entry; undefined when nothing was. */
  readonly historyState: unknown
  /** Leaves the document's head, title and focus alone. */
  readonly embedded?: true
  /** Reports the current state, then every navigation, until the returned function is called. */
  listen(visitor: Visitor): () => void
  /** Reports the state that is there once more, because its page was never shown. */
  resume(): Promise<NavigationOutcome>
  /** Navigates; the navigation is reported as a visit, and its outcome given here too. */
  go(state: string, options: GoOptions): Promise<NavigationOutcome>
}
