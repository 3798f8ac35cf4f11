// The types of a browser's task and its result.

export interface LookOrder {
  /** The page, absolute and without a fragment. */
  readonly pageUrl: string
  /** The same with the fragment of the state. */
  readonly url: string
  readonly html: string
}

export interface ShownLook {
  readonly type: 'shown'
  readonly url: string
  /** Its errors, and its scripts that could not be loaded. */
  readonly errors: readonly string[]
  /** Origins that were not requested, each with its first URL. */
  readonly leftOut: readonly (readonly [origin: string, url: string])[]
  /** Its HTML after its scripts: see `pageDocument`. Call it last. */
  document(): Promise<string>
  close(): Promise<void>
}

export type Look =
  | ShownLook
  | { readonly type: 'away'; readonly href: string }
  | { readonly type: 'late'; readonly waiting: readonly string[] }
