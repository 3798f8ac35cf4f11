// Door "./angularjs": views of AngularJS components. A component's bindings name the parts of the
// page it needs: `bindings: { data: '<' }`.

import type { ViewModule, ViewPage } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'
import type { AngularJSComponent } from './mount/angularjs.ts'

export type { AngularJSComponent }

const views = componentViews(() => import('./mount/angularjs.ts'))

/**
 * Creates a view: `view: () => angularjsView(import('./word.ts'))`. The component stays mounted for
 * all states of the route.
 */
export const angularjsView = (
  module: PromiseLike<ComponentModule<AngularJSComponent>>,
): Promise<ViewModule<ViewPage>> => views(module)
