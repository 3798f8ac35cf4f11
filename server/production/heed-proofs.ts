// What becomes of snapshots of pages that stay loaded. In: proofs, a cache. Out: those that were made before a proof that holds may go
// on to others; those of a group that has failed one are forgotten everywhere, and the log says why.

import type { Cache } from '../cache/cache.ts'
import type { Observer } from '../observe/events.ts'
import type { Proof } from '../pool/protocol.ts'

/** Hears of a proof, and who made it. */
export type HeedProof = (proof: Proof, maker: number) => void

/** Makes it. */
export function heedProofs(cache: Pick<Cache, 'confirm' | 'recall'>, observe: Observer): HeedProof {
  return ({ group, state, why }, maker) => {
    if (why === undefined) {
      cache.confirm({ group, maker })
      return
    }
    const count = cache.recall(group)
    const recalled = `What was made so is forgotten, in memory ${count} of its pages.`
    observe({ type: 'warning', state, warnings: [`${why} ${recalled}`] })
  }
}
