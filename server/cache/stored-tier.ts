// A tier over a store that servers share, whichever it is. In: the store, how it names records, the settings of all such tiers. Out:
// the tier, with its records, pages of the build before where they are asked for, and its warnings in its name.

import { createPreviousPages } from './previous-pages.ts'
import { recordCodec } from './record-codec.ts'
import { sharedTier } from './shared-tier.ts'
import type { Store } from './store.ts'
import type { StoreOptions } from './store-options.ts'
import type { Tier } from './tier.ts'

/** What is particular to a kind of store. */
export interface StoreKind {
  /** Such as `Redis`. */
  readonly name: string
  readonly store: Store & Required<Pick<Store, 'notes'>>
  /** The store's key of an address. */
  readonly keyOf: (address: string, scope: string) => string
}

/** Makes the tier. */
export function storedTier({ name, store, keyOf }: StoreKind, options: StoreOptions): Tier {
  const { key, origin, scope, staleFor, most, observe } = options
  const warn = (sentence: string) =>
    observe({ type: 'warning', state: '', warnings: [`${name} ${sentence}`] })
  const codecOf = (scope: string) => recordCodec({ scope, key, most })
  const { notes } = store
  const tier = sharedTier({
    ...{ store, staleFor, warn },
    codec: codecOf(scope),
    keyOf: (address) => keyOf(address, scope),
    previous: options.previous
      ? createPreviousPages({ notes, origin, scope, key, codecOf, keyOf, warn })
      : undefined,
  })
  return { ...tier, name }
}
