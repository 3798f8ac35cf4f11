// The contract between the navigator and where the current state is kept: the browser's navigation, an
// older browser's hash events, or memory. The navigator decides; a history only reports and writes.

/** One navigation to a state, while it is under way. */
export interface Visit {
  /** The text after `#!`; null for the page without such a fragment. */
  readonly state: string | null
  readonly type: 'push' | 'replace' | 'traverse' | 'reload'
  /** Aborted when another navigation takes over. */
  readonly signal: AbortSignal
}

/** What a navigation came to. */
export type NavigationOutcome = 'done' | 'redirected' | 'superseded' | 'failed'

/** Where the current state is kept. */
export interface History {
  /** The state now, or null. */
  read(): string | null
  /** Reports every navigation until the returned function is called. */
  listen(visit: (visit: Visit) => Promise<NavigationOutcome>): () => void
  /** Navigates; the navigation is reported through `listen`, and its outcome given here too. */
  go(state: string, options: { replace: boolean }): Promise<NavigationOutcome>
}
