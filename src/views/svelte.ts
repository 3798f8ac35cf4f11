// Door "./svelte": views of Svelte 5 components. The page is the props: `let { data, params } =
// $props()`.

import type { Component, SvelteComponent } from 'svelte'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews, type Needed } from './component.ts'

// The types of a component with `svelte-check`, and of a module without it.
type SvelteView<Props extends object> =
  | Component<Props & Record<string, unknown>>
  | (new (
      ...args: never[]
    ) => SvelteComponent<Props & Record<string, unknown>>)

const views = componentViews(() => import('./mount/svelte.ts'))

/**
 * Creates a view: `view: () => svelteView(import('./Word.svelte'))`. The component stays mounted
 * for all states of the route.
 */
export const svelteView = <Props extends object>(
  module: PromiseLike<ComponentModule<SvelteView<Props>>>,
): Promise<ViewModule<Needed<Props>>> => views(module as never) as never
