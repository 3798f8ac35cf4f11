// Door "./preact": views of Preact components. The page is the props: `({ data, params }) => …`.

import type { ComponentType } from 'preact'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews, type Needed } from './component.ts'

// The outlet of children.
declare module 'preact' {
  // biome-ignore lint/style/noNamespace: the framework's types are in one
  namespace JSX {
    interface IntrinsicElements {
      'hashbang-outlet': JSX.IntrinsicElements['section']
    }
  }
}

const views = componentViews(() => import('./mount/preact.ts'))

/**
 * Creates a view: `view: () => preactView(import('./Word.tsx'))`. The component stays mounted for
 * all states of the route.
 */
export const preactView = <Props extends object>(
  module: PromiseLike<ComponentModule<ComponentType<Props>>>,
): Promise<ViewModule<Needed<Props>>> => views(module as never) as never
