// SIDE EFFECT: throws on an unsupported Node. The doors of the package import it first.

import { refusedNode } from './versions.ts'

const refused = refusedNode(process.version)
if (refused !== undefined) throw Object.assign(new Error(refused), { stack: `Error: ${refused}` })
