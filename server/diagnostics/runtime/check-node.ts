// SIDE EFFECT on import: throws on an unsupported Node. Doors import it first.

import { refusedNode } from './node-version.ts'

const refused = refusedNode(process.version)
// Without a stack: the fault is in no line of code.
if (refused !== undefined) throw Object.assign(new Error(refused), { stack: `Error: ${refused}` })
