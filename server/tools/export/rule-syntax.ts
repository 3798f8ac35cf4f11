// Facts and regular expressions that the rules of nginx and Apache share. Both servers read the
// expressions alike.

/** The lookup key of a state: the page's part of the name, "=", the token's value. */
export type Key = string

export interface RuleFacts {
  /** Absolute. */
  readonly folder: string
  readonly pages: readonly { readonly path: string; readonly part: string }[]
  /** States with hashed names: `file` is the part of the name after the page's part. */
  readonly listed: readonly { readonly key: Key; readonly file: string }[]
  readonly moved: readonly { readonly key: Key; readonly status: number; readonly url: string }[]
  /**
   * States that redirect and have a readable address: its decoded path, without a trailing slash.
   */
  readonly movedPaths: readonly {
    readonly path: string
    readonly status: number
    readonly url: string
  }[]
  /** States with unusual headers: `set` is the index of theirs. */
  readonly others: readonly { readonly key: Key; readonly set: number }[]
  /** Sets of response headers, the most common first. */
  readonly sets: readonly Readonly<Record<string, string>>[]
}

/** Headers that a web server cannot derive from the files. */
export const KEPT = [
  'content-security-policy',
  'content-language',
  'x-content-type-options',
  'x-robots-tag',
]

export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Matches escapes and characters without a mark. The closing part is left open. */
export const UNMARKED = '(?:%(?:25)?[0-9A-F][0-9A-F]|[^A-Z?:%])*+'
