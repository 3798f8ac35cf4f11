// Door "./solid": views of Solid components. The page is the props: `(props) =>
// <h1>{props.data}</h1>`.

import type { Component } from 'solid-js'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews, type Needed } from './component.ts'

// The outlet of children.
declare module 'solid-js' {
  // biome-ignore lint/style/noNamespace: the framework's types are in one
  namespace JSX {
    interface IntrinsicElements {
      'hashbang-outlet': JSX.IntrinsicElements['section']
    }
  }
}

const views = componentViews(() => import('./mount/solid.ts'))

/**
 * Creates a view: `view: () => solidView(import('./Word.tsx'))`. The component stays mounted for
 * all states of the route.
 */
export const solidView = <Props extends object>(
  module: PromiseLike<ComponentModule<Component<Props>>>,
): Promise<ViewModule<Needed<Props>>> => views(module as never) as never
