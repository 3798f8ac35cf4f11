// Which outlet a router shows its pages in. In: an outlet, or none. Out: the outlet, the caller's own until
// it lets go of it. Two routers in one would paint over each other, so the second is refused.

import { fault } from '../diagnostics.ts'
import type { HashbangOutlet } from './outlet.ts'

const taken = new WeakSet<HashbangOutlet>()

/** Takes an outlet, by default the first of the document. @throws {TypeError} When there is none to take. */
export function claimOutlet(given?: HashbangOutlet): HashbangOutlet {
  const outlet = given ?? document.querySelector('hashbang-outlet')
  if (outlet === null) throw fault('HB012', [])
  if (taken.has(outlet)) throw fault('HB013', [])
  taken.add(outlet)
  return outlet
}

/** Lets another router have the outlet. */
export const releaseOutlet = (outlet: HashbangOutlet): unknown => taken.delete(outlet)
