// Door "./browser": the router of a document, its outlet, and what can be added to a router.
// SIDE EFFECT on import: defines <hashbang-outlet>.

export type { Upgrade } from './dom/address.ts'
export { block, type Question } from './dom/block.ts'
export { markLinks } from './dom/current.ts'
export type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './dom/history.ts'
export { type MemoryHistory, memoryHistory } from './dom/memory.ts'
export { navigationHistory } from './dom/navigation.ts'
export { start } from './dom/navigator.ts'
export { HashbangOutlet } from './dom/outlet.ts'
export { type PreloadOptions, preload } from './dom/preload.ts'
export type {
  AnyRouter,
  NavigateArgs,
  NavigateOptions,
  Router,
  StartOptions,
} from './dom/router.ts'
export { viewTransitions } from './dom/transitions.ts'
export { fromHash, fromHashbang } from './dom/upgrade.ts'
