// Door "./angularjs": views of AngularJS components. A component's bindings name the parts of the
// page it needs: `bindings: { data: '<' }`.

import type { ViewModule, ViewPage } from '../view.ts'
import type { AngularJSComponent } from './angularjs-component.ts'
import { type ComponentModule, componentViews } from './component.ts'

export type { AngularJSComponent } from './angularjs-component.ts'

const views = componentViews(() => import('./mount/angularjs.ts'))

/**
 * Creates a view: `view: () => angularjsView(import('./word.ts'))`. The component stays mounted for
 * all states of the route.
 */
export const angularjsView = (
  module: PromiseLike<ComponentModule<AngularJSComponent>>,
): Promise<ViewModule<ViewPage>> => views(module)
