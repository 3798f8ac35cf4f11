// Door "hashbang-router/vite".

import '../diagnostics/runtime/check-node.ts'

export { hashbang } from './plugin.ts'
export type { AdoptOptions, HashbangOptions } from './plugin-options.ts'
