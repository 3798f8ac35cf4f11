// What a purge covers, and what has become of it.

/**
 * The snapshots to purge; without a field, all. Of several fields only the narrowest counts: the
 * state, then the tag, the prefix, the page.
 */
export interface Purge {
  /** Path of a page. */
  readonly page?: string | undefined
  /** A state. `site.purge` and purges over HTTP accept any spelling, with or without `#!`. */
  readonly state?: string | undefined
  /**
   * A folder of states, such as `/word/`: all states that begin with it. A text that does not end
   * with `/` stands for its folder, as `/word/a` for `/word/`; without a `/` the page is purged, or
   * all. The first four folders of a state count. A `#!` before it is left out.
   */
  readonly prefix?: string | undefined
  /** A tag that routes give their pages; see `tags` of a route. */
  readonly tag?: string | undefined
}

/** What a purge has done by the time it resolves. */
export interface Purged {
  /** How many snapshots were in this process's memory. */
  readonly count: number
  /**
   * Whether Redis and the CDN have the purge. Every server that shares the Redis then obeys it
   * within a second. False: this server obeys it, and sends it as soon as Redis is back. Until
   * then, other servers may serve purged pages.
   */
  readonly complete: boolean
  /**
   * The failure of the `cdn` and its cause, after three attempts; `complete` is then false. Purge
   * again.
   */
  readonly cdn?: string
}
