// What a page keeps that loads itself anew: a worker gives it away, and another one, which loads the page again, gets it. It crosses
// threads as it is.

/** What stays of a page that loads itself anew. */
export interface KeptByPage {
  /** Where it is then, with its fragment. */
  readonly url: string
  readonly local: Entries
  readonly session: Entries
  /** Those that it can read. */
  readonly cookies: Entries
  /** `window.name`. */
  readonly name: string
  /** Whether it was reloaded; else it has gone there. */
  readonly isReload: boolean
  /** `history.state`, serialized, of one that was reloaded. */
  readonly state?: string | undefined
  /** How often it has been loaded. */
  readonly loads: number
}

type Entries = readonly (readonly [name: string, value: string])[]
