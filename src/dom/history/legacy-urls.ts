// Reads states from an app's earlier URL spellings, for the `upgrade` option of `start`. The router
// rewrites the address in place.

import { fragmentState } from '../../url.ts'
import type { Upgrade } from './address.ts'

/** Reads `#/x` as the state `/x`: for apps that had plain hash routes before `#!`. */
export const fromHash: Upgrade = ({ hash }) => (hash.startsWith('#/') ? hash.slice(1) : null)

/** Reads `#!/x` as the state `/x`: for apps that have moved on to paths. */
export const fromHashbang: Upgrade = ({ hash }) => fragmentState(hash)
