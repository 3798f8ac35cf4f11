// Pages of the build before, for addresses of which this one has made nothing. In: addresses. Out: where their records are, and what
// reads them. Those that keep their scripts are none: they name files of the build that made them.

import { type Notes, openPreviousBuild } from './previous-build.ts'
import type { CodecOf, RecordCodec } from './record-codec.ts'
import type { CacheKey } from './tier.ts'

/** Where a record of the build before is. */
export interface PreviousRecord {
  readonly key: string
  readonly codec: RecordCodec
}

/** See the head of this file. */
export interface PreviousPages {
  /** Asks which build that is, until the store has said. Never rejects. */
  learn(): Promise<void>
  of(address: CacheKey): PreviousRecord | undefined
  /** This build has an answer of its own. @returns For how many ms other servers of it should know; undefined: they need not. */
  settle(address: CacheKey): number | undefined
  /** Whether this build is known to have had an answer of its own. */
  isSettled(address: CacheKey): boolean
}

/** Settings. */
export interface PreviousPagesOptions {
  readonly notes: Notes
  readonly origin: string
  readonly scope: string
  readonly key?: string | undefined
  readonly codecOf: CodecOf
  /** The store's key of an address. */
  readonly keyOf: (address: string, scope: string) => string
  readonly warn: (sentence: string) => void
}

/** Of so many addresses this server knows that they have an answer, should the store forget or not take it. */
const MOST_SETTLED = 10_000

/** Creates them. */
export function createPreviousPages(options: PreviousPagesOptions): PreviousPages {
  const { codecOf, keyOf } = options
  const build = openPreviousBuild(options)
  const settled = new Set<string>()
  let codec: { readonly scope: string; readonly of: RecordCodec } | undefined

  return {
    learn: () => build.learn(),
    of(address) {
      const { scope } = build
      if (scope === undefined || address.live || settled.has(address.key)) return undefined
      if (codec?.scope !== scope) codec = { scope, of: codecOf(scope) }
      return { key: keyOf(address.key, scope), codec: codec.of }
    },
    settle({ key, live }) {
      if (build.scope === undefined || live) return undefined
      if (settled.size >= MOST_SETTLED) settled.delete(settled.values().next().value as string)
      settled.add(key)
      return build.lasts
    },
    isSettled: ({ key }) => settled.has(key),
  }
}
