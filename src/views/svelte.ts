// Door "./svelte": views of Svelte 5 components. A component gets the page as its props: `let { data, params } = $props()`.

import type { Component, SvelteComponent } from 'svelte'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews } from './component.ts'

// As `svelte-check` types a component, and as a module without it is typed.
type SvelteView<Props extends object> =
  | Component<Props & Record<string, unknown>>
  | (new (
      ...args: never[]
    ) => SvelteComponent<Props & Record<string, unknown>>)

const views = componentViews(() => import('./mount/svelte.ts'))

/**
 * Makes a view of a component: `view: () => svelteView(import('./Word.svelte'))`. From one state of the route to the next the
 * component stays mounted and its props change.
 */
export const svelteView = <Props extends object>(
  module: PromiseLike<ComponentModule<SvelteView<Props>>>,
): Promise<ViewModule<Props>> => views(module as never) as never
