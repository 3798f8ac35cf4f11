// Door "./react": views of React components. The page is the props: `({ data, params }) => …`.

import type * as React from 'react'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews, type Needed } from './component.ts'

// The outlet of children.
declare module 'react' {
  // biome-ignore lint/style/noNamespace: the framework's types are in one
  namespace JSX {
    interface IntrinsicElements {
      'hashbang-outlet': React.JSX.IntrinsicElements['section']
    }
  }
}

const views = componentViews(() => import('./mount/react.ts'))

/**
 * Creates a view: `view: () => reactView(import('./Word.tsx'))`. The component stays mounted for
 * all states of the route.
 */
export const reactView = <Props extends object>(
  module: PromiseLike<ComponentModule<React.ComponentType<Props>>>,
): Promise<ViewModule<Needed<Props>>> => views(module as never) as never
