// Door "./devtools": a drawer that shows the router's page, and what a reader without script gets of it. For development: nothing
// of it is in a build that does not import it.
// SIDE EFFECT on import: defines <hashbang-devtools>.

export { type DevtoolsOptions, devtools } from './devtools/devtools.ts'
export { HashbangDevtools } from './devtools/element.ts'
