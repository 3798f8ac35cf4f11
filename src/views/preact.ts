// Door "./preact": views of Preact components. The page is the props: `({ data, params }) => …`.

import type { ComponentType } from 'preact'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

const views = componentViews(() => import('./mount/preact.ts'))

/**
 * Creates a view: `view: () => preactView(import('./Word.tsx'))`. From state to state of the route
 * the component stays mounted and gets other props.
 */
export const preactView = <Props extends object>(
  module: PromiseLike<ComponentModule<ComponentType<Props>>>,
): Promise<ViewModule<Props>> => views(module as never) as never
