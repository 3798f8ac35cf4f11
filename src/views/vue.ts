// Door "./vue": views of Vue components. A component declares the parts of the page it needs:
// `defineProps<{ data: Word }>()`.

import type { App, DefineComponent, HTMLAttributes } from 'vue'
import type { ViewModule } from '../view.ts'
import { type ComponentModule, componentViews, type Needed } from './component.ts'

// The types of a component from `defineComponent` and `vue-tsc`, and of a functional one.
type VueComponent<Props> =
  | (new (
      ...args: never[]
    ) => { readonly $props: Props })
  | ((props: Props, ...rest: never[]) => unknown)

// The outlet of children, under `strictTemplates` too.
declare module 'vue' {
  interface GlobalComponents {
    'hashbang-outlet': DefineComponent<HTMLAttributes>
  }
}

const views = componentViews(() => import('./mount/vue.ts'))

/**
 * Creates a view: `view: () => vueView(import('./Word.vue'))`. The component stays mounted for all
 * states of the route.
 *
 * @param setup Receives the app before it mounts, to `use` plugins; a component's first counts.
 */
export const vueView = <Props extends object>(
  module: PromiseLike<ComponentModule<VueComponent<Props>>>,
  setup?: (app: App) => void,
): Promise<ViewModule<Needed<Props>>> => views(module as never, setup) as never
