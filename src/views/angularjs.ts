// Door "./angularjs": views of AngularJS components. A component gets of the page what it binds: `bindings: { data: '<' }`.

import type { ViewModule, ViewPage } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

/** What `angular.module(…).component` takes, and the modules that it needs. */
export interface AngularJSComponent {
  /** Names of modules of directives, filters and services that the component uses. */
  readonly modules?: readonly string[]
  /** Which fields of the page it is given, such as `{ data: '<' }`. */
  readonly bindings?: Readonly<Record<string, string>>
  readonly template?: unknown
  readonly controller?: unknown
  readonly controllerAs?: string
  readonly transclude?: unknown
}

const views = componentViews(() => import('./mount/angularjs.ts'))

/**
 * Makes a view of a component: `view: () => angularjsView(import('./word.ts'))`. From one state of the route to the next the
 * component stays mounted and its bindings change.
 */
export const angularjsView = (
  module: PromiseLike<ComponentModule<AngularJSComponent>>,
): Promise<ViewModule<ViewPage>> => views(module)
