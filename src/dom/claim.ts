// Claims an outlet for a router until it is released. Refuses a second router, which would
// overwrite the first one's pages.

import { fault } from '../diagnostics.ts'
import type { HashbangOutlet } from './outlet.ts'

const taken = new WeakSet<HashbangOutlet>()

/** Claims an outlet, by default the document's first. @throws {TypeError} When none is free. */
export function claimOutlet(given?: HashbangOutlet): HashbangOutlet {
  const outlet = given ?? document.querySelector('hashbang-outlet')
  if (outlet === null) throw fault('HB012', [])
  if (taken.has(outlet)) throw fault('HB013', [])
  taken.add(outlet)
  return outlet
}

/** Releases the outlet for another router. */
export const releaseOutlet = (outlet: HashbangOutlet): unknown => taken.delete(outlet)
