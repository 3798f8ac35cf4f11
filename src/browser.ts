// Door "./browser": the router of a document, and its outlet.
// SIDE EFFECT on import: defines <hashbang-outlet>.

export type { Upgrade } from './dom/address.ts'
export type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './dom/history.ts'
export { type MemoryHistory, memoryHistory } from './dom/memory.ts'
export { navigationHistory } from './dom/navigation.ts'
export { start } from './dom/navigator.ts'
export { HashbangOutlet } from './dom/outlet.ts'
export type { NavigateArgs, NavigateOptions, Router, StartOptions } from './dom/router.ts'
