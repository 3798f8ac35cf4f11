// What all tiers need to know that servers share.

import type { Observer } from '../observe/events.ts'

/** Settings of such a tier. Times in ms. */
export interface StoreOptions {
  /** Signs records; see `RecordOptions`. */
  readonly key?: string | undefined
  /** Purges are those of all servers of this origin, whatever their build. */
  readonly origin: string
  /** Pages of another scope are others' pages. */
  readonly scope: string
  /** For how long after its time a page is still kept. */
  readonly staleFor: number
  /** How many bytes a page may have. */
  readonly most: number
  /** Whether pages of the build before are answered while this one's are made. Default: false. */
  readonly previous?: boolean
  readonly observe: Observer
}
