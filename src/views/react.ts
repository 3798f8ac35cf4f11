// Door "./react": views of React components. The page is the props: `({ data, params }) => …`.

import type { ComponentType } from 'react'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

const views = componentViews(() => import('./mount/react.ts'))

/**
 * Creates a view: `view: () => reactView(import('./Word.tsx'))`. From state to state of the route
 * the component stays mounted and gets other props.
 */
export const reactView = <Props extends object>(
  module: PromiseLike<ComponentModule<ComponentType<Props>>>,
): Promise<ViewModule<Props>> => views(module as never) as never
