// Door "./browser": the router of a document, its outlet, and extensions of routers.
// SIDE EFFECT on import: defines <hashbang-outlet>.

import { HashbangOutlet } from './dom/outlet.ts'

export { block, type Question } from './dom/block.ts'
export { fromHash, fromHashbang, type Upgrade } from './dom/history/address.ts'
export type {
  GoOptions,
  History,
  NavigationOutcome,
  Visit,
  Visitor,
} from './dom/history/history.ts'
export { type MemoryHistory, memoryHistory } from './dom/history/memory.ts'
export { markLinks } from './dom/mark-links.ts'
export { start } from './dom/navigator.ts'
export { preload } from './dom/preload.ts'
export type {
  AnyRouter,
  NavigateArgs,
  NavigateOptions,
  Router,
  StartArgs,
  StartOptions,
  StartSettings,
} from './dom/router-types.ts'
export { viewTransitions } from './dom/transitions.ts'
export type { HashbangOutlet }

// Another copy of this package may have done so.
if (!customElements.get('hashbang-outlet')) customElements.define('hashbang-outlet', HashbangOutlet)
