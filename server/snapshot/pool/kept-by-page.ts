// The state that a page keeps when it reloads or navigates: one worker returns it, and another
// loads the page with it. Structured-cloneable.

export interface KeptByPage {
  /** Its new URL, with the fragment. */
  readonly url: string
  readonly local: Entries
  readonly session: Entries
  /** Cookies that the page can read. */
  readonly cookies: Entries
  /** `window.name`. */
  readonly name: string
  /** True for a reload, false for a navigation. */
  readonly isReload: boolean
  /** `history.state` of a reloaded page, serialized. */
  readonly state?: string | undefined
  readonly loads: number
}

type Entries = readonly (readonly [name: string, value: string])[]
