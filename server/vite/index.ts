// Door "hashbang-router/vite".

import '../diagnostics/runtime/check-node.ts'

export type { AdoptOptions, HashbangOptions } from './options.ts'
export { hashbang } from './plugin.ts'
