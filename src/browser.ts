// Door "./browser": the router of a document, and its outlet.
// SIDE EFFECT on import: defines <hashbang-outlet>.

export type { History, NavigationOutcome, Visit } from './dom/history.ts'
export { navigationHistory } from './dom/navigation.ts'
export { type Router, type StartOptions, start } from './dom/navigator.ts'
export { HashbangOutlet } from './dom/outlet.ts'
