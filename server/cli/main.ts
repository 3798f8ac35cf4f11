#!/usr/bin/env node
// The bin `hashbang`. SIDE EFFECT: runs program.ts, which an unsupported Node may not even load.

import { refusedNode } from '../diagnostics/runtime/versions.ts'

const refused = refusedNode(process.version)
if (refused === undefined) await import('./program.ts')
else {
  console.error(`error: ${refused}`)
  process.exitCode = 2
}
