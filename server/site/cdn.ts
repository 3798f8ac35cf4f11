// What stands before the servers of a site and keeps their answers, as far as a purge has to reach it: the contract of its
// adapters. They are in the room cdn; an operator may give one of their own.

/** What a CDN is to forget. All that is named by any of the three lists; it may forget more. */
export type CdnSelection =
  | { readonly everything: true }
  | {
      readonly everything?: false
      /** Tags as the headers of answers have them. They find all that is to be forgotten; the lists below find it once more. */
      readonly tags: readonly string[]
      /** Absolute URLs. */
      readonly urls: readonly string[]
      /** What URLs begin with, up to the end of a segment of the path: host and path, such as `example.com/s/word`. */
      readonly prefixes: readonly string[]
    }

/** A CDN before the server. */
export interface Cdn {
  /** What it is called in the log. */
  readonly name: string
  /** What it lacks to do its work, as a sentence; undefined when nothing. A server does not start with a CDN that lacks something. */
  readonly missing?: string | undefined
  /**
   * Has it forget.
   *
   * @returns Once it has: undefined, or what it did not do and why. Must end in its own time, and not reject.
   */
  purge(selection: CdnSelection): Promise<string | undefined>
}
