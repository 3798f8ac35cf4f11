// Door "./devtools": a drawer with a page and its snapshot, for development. SIDE EFFECT on import:
// defines <hashbang-devtools>.

export { type DevtoolsOptions, devtools, type HashbangDevtools } from './devtools/element.ts'
