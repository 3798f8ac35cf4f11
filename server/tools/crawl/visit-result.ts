import type { Breach } from './breaches.ts'

export interface Visit {
  readonly url: string
  /** The requested ugly URL; undefined for pages outside of the scheme. */
  readonly ugly: string | undefined
  /** 0 without a response. */
  readonly status: number
  readonly title: string | undefined
  readonly canonical: string
  readonly noindex: boolean
  /** Equal for pages with equal content. */
  readonly content: string | undefined
  readonly redirect: string | undefined
  readonly breaches: readonly Breach[]
}

export interface Visited extends Visit {
  readonly links: readonly string[]
}
