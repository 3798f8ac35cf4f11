// What a browser is asked to show, and what came of it, as values.

/** What is to be looked at. */
export interface LookOrder {
  /** The page, absolute and without a fragment. */
  readonly pageUrl: string
  /** The same with the fragment of the state. */
  readonly url: string
  /** The HTML of the page. */
  readonly html: string
  /** Whether to note what the page asks of the platform. Default: false. */
  readonly notes?: boolean
}

/** A page at rest. */
export interface ShownLook {
  readonly type: 'shown'
  /** Where it is now. */
  readonly url: string
  /** As it is seen: see `flatten`. */
  readonly html: string
  /** What it says its status is, by its meta tag. */
  readonly status: string | undefined
  /** What it has reported, and its scripts that could not be had. */
  readonly errors: readonly string[]
  /** Origins that were not asked, each with the first address. */
  readonly leftOut: readonly (readonly [origin: string, url: string])[]
  /** What it has asked of the platform, where that was to be noted. */
  readonly asked: readonly string[]
  /** As its scripts have left it: see `pageDocument`. To be asked for last. */
  document(): Promise<string>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** What came of a look. */
export type Look =
  | ShownLook
  /** It has gone to another document. */
  | { readonly type: 'away'; readonly href: string }
  /** It was not at rest in time. */
  | { readonly type: 'late'; readonly waiting: readonly string[] }

/** HTML that is shown as it stands. */
export type StillLook = Pick<ShownLook, 'html' | 'picture' | 'close'>
