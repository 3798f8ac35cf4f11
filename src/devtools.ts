// Door "./devtools": a drawer that shows the router's page and its snapshot. For development: a
// build that does not import it contains none of it. SIDE EFFECT on import: defines
// <hashbang-devtools>.

export { type DevtoolsOptions, devtools } from './devtools/devtools.ts'
export type { HashbangDevtools } from './devtools/element.ts'
