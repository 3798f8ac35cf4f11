// Door "./angular": views of Angular components. A component's inputs name the parts of the page it
// needs: `data = input.required<Word>()`.

import type { ApplicationConfig, InputSignalWithTransform, Type } from '@angular/core'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

/** What the signal inputs of a component take. */
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
 * Creates a view: `view: () => angularView(import('./word'))`. From state to state of the route the
 * component stays mounted and its inputs change.
 *
 * @param config Providers of the view's application; the first ones for a component count.
 */
export const angularView = <Component>(
  module: PromiseLike<ComponentModule<Type<Component>>>,
  config?: ApplicationConfig,
): Promise<ViewModule<AngularInputs<Component>>> => views(module, config) as never
