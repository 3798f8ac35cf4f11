// Turns component modules of any framework into view modules, for the doors in this folder. One
// component is one view, so that it can show the next page in place.

import type { MountedView, ViewModule, ViewPage } from '../view.ts'

export interface ComponentModule<Component> {
  readonly default: Component
}

/**
 * The props that a page must fit: those with its names, and required ones. TypeScript refuses a
 * page for props that are all optional and unknown.
 */
export type Needed<Props> = {
  [Name in keyof Props as Name extends keyof ViewPage
    ? Name
    : Empty extends Pick<Props, Name>
      ? never
      : Name]: Props[Name]
}

type Empty = Readonly<Record<never, never>>

export interface Mounter<Component, Options = undefined> {
  mount(
    component: Component,
    outlet: Element,
    page: ViewPage,
    options: Options | undefined,
  ): MountedView<ViewPage>
}

/** A component's first options count. */
export function componentViews<Component, Options = undefined>(
  load: () => Promise<Mounter<Component, Options>>,
): (
  module: PromiseLike<ComponentModule<Component>>,
  options?: Options,
) => Promise<ViewModule<ViewPage>> {
  const views = new WeakMap<object, ViewModule<ViewPage>>()
  return async (module, options) => {
    const [{ mount }, { default: component }] = await Promise.all([load(), module])
    if (component == null)
      throw new TypeError(
        'The module of a component has no default export: write export default before the component, or pass { default: Component }',
      )
    const existing = views.get(component)
    if (existing) return existing
    const view: ViewModule<ViewPage> = {
      default: {
        kind: 'mount',
        mount: (outlet, page) => mount(component, outlet, page, options),
      },
    }
    views.set(component, view)
    return view
  }
}
