// Door "./angular": views of Angular components. A component's inputs name the parts of the page it
// needs: `data = input.required<Word>()`.

import type { ApplicationConfig, InputSignalWithTransform, Type } from '@angular/core'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

/** The signal inputs of a component. */
export type AngularInputs<Component> = {
  readonly [Name in keyof Component as Component[Name] extends InputSignalWithTransform<
    infer _Read,
    infer _Write
  >
    ? Name
    : never]: Component[Name] extends InputSignalWithTransform<infer _Read, infer Write>
    ? Write
    : never
}

const views = componentViews(() => import('./mount/angular.ts'))

/**
 * Creates a view: `view: () => angularView(import('./word'))`. The component stays mounted for all
 * states of the route.
 *
 * @param config Providers of the view's application; a component's first count.
 */
export const angularView = <Component>(
  module: PromiseLike<ComponentModule<Type<Component>>>,
  config?: ApplicationConfig,
): Promise<ViewModule<AngularInputs<Component>>> => views(module, config) as never
