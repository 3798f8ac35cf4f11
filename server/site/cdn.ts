// The contract of CDN adapters: purges of the CDN before the site's servers. Our adapters are in
// the folder cdn; an operator may pass a custom one.

/**
 * The entries that a CDN must purge: each one that any of the three lists names. It may purge more.
 */
export type CdnSelection =
  | { readonly everything: true }
  | {
      readonly everything?: false
      /**
       * Tags as response headers have them. They cover the whole purge; the lists below cover it
       * again.
       */
      readonly tags: readonly string[]
      /** Absolute URLs. */
      readonly urls: readonly string[]
      /**
       * Prefixes of URLs that end with a path segment: host and path, such as `example.com/s/word`.
       */
      readonly prefixes: readonly string[]
    }

/** A CDN in front of the server. */
export interface Cdn {
  /** Its name in the log. */
  readonly name: string
  /**
   * A sentence that names a missing setting; undefined if none is missing. The server does not
   * start while one is missing.
   */
  readonly missing?: string | undefined
  /**
   * Purges the CDN.
   *
   * @returns Undefined on success, or a sentence that names the failure and its cause. It must
   * settle in bounded time and never reject.
   */
  purge(selection: CdnSelection): Promise<string | undefined>
}
