// Door "hashbang-router/vite".

import '../diagnostics/runtime/check-node.ts'

export type { AdoptOptions } from './adopt-plugin.ts'
export { type HashbangOptions, hashbang } from './plugin.ts'
