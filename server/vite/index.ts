// Door "hashbang-router/vite".

export type { AdoptOptions } from './adopt-plugin.ts'
export { type HashbangOptions, hashbang } from './plugin.ts'
