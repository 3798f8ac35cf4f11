// Answers of pages that stay loaded, until they are proven: such an answer may be recalled, so nobody but this process
// is to keep it. In: answers, proofs, recalls. Out: what is provisional, and what of a group others have.

import type { Reused } from '../pool/protocol.ts'
import type { CacheKey } from './tier.ts'

/** An answer, with what made it. */
interface Answered {
  readonly reused?: Reused | undefined
}

/** Keeps the books. */
export interface Provisional {
  has(answer: Answered): boolean
  /** Whether what made it has been found to lie. */
  isRecalled(answer: Answered): boolean
  /** Takes an answer for proven, if this page made it. @returns Whether others may have it from now on. */
  confirm(answer: Answered & { readonly address: CacheKey }, by: Reused): boolean
  /** @returns What others have of a group. */
  recall(group: string): CacheKey[]
}

/** So many addresses are remembered for each group: what could not be recalled is given to nobody. */
const MAX_GIVEN = 20_000

/** Opens the books. */
export function createProvisional(): Provisional {
  const proven = new WeakSet<Reused>()
  const recalled = new Set<string>()
  const given = new Map<string, Map<string, CacheKey>>()

  return {
    has: ({ reused }) => reused !== undefined && !proven.has(reused),
    isRecalled: ({ reused }) => reused !== undefined && recalled.has(reused.group),
    confirm({ reused, address }, { group, maker }) {
      if (reused?.group !== group || reused.maker !== maker || proven.has(reused)) return false
      const addresses = given.get(group) ?? new Map<string, CacheKey>()
      given.set(group, addresses)
      if (addresses.size >= MAX_GIVEN && !addresses.has(address.key)) return false
      addresses.set(address.key, address)
      proven.add(reused)
      return true
    },
    recall(group) {
      recalled.add(group)
      const addresses = [...(given.get(group)?.values() ?? [])]
      given.delete(group)
      return addresses
    },
  }
}
