// Door "hashbang-router/vite".

export { type HashbangOptions, hashbang } from './vite/plugin.ts'
