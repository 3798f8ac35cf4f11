// What the rules of both servers are made of. In: nothing. Out: the facts of an export that rules need, and the
// regular expressions that both servers read alike.

/** A state by the part of names that stands for its page, "=", its value: what both servers look it up by. */
export type Key = string

/** What the rules are made of. */
export interface RuleFacts {
  /** Absolute. */
  readonly folder: string
  readonly pages: readonly { readonly path: string; readonly part: string }[]
  /** Of states whose names are hashed: the part of the name after the page's. */
  readonly listed: readonly { readonly key: Key; readonly file: string }[]
  /** Of states that redirect. */
  readonly moved: readonly { readonly key: Key; readonly status: number; readonly url: string }[]
  /** Of states whose headers are not those of the first set: the place of theirs. */
  readonly others: readonly { readonly key: Key; readonly set: number }[]
  /** Sets of response headers, the usual one first. */
  readonly sets: readonly Readonly<Record<string, string>>[]
}

/** Headers that the files cannot tell themselves. */
export const KEPT = [
  'content-security-policy',
  'content-language',
  'x-content-type-options',
  'x-robots-tag',
]

/** A text as a regular expression that only it matches. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The escapes and other characters that need no mark, as a regular expression without its closing. */
export const UNMARKED = '(?:%(?:25)?[0-9A-F][0-9A-F]|[^A-Z?:%])*+'
