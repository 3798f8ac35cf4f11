// Views of components, whatever the framework. In: the module of a component, as an import gives it. Out: the module of a view
// that mounts it and then gives it each page of its route in place. What mounts it is imported when the first view is, with
// its framework, so that a table imports anywhere. One component is one view: only so can an outlet tell that the next page is
// shown by it, too.

import type { MountedView, ViewModule, ViewPage } from '../view.ts'

/** A module whose default export is a component. */
export interface ComponentModule<Component> {
  readonly default: Component
}

/** Puts a component of some framework into an element. */
export interface Mounter<Component, Options = undefined> {
  mount(
    component: Component,
    outlet: Element,
    page: ViewPage,
    options: Options | undefined,
  ): MountedView<ViewPage>
}

/** Makes the function that makes views of modules. The options that come with a component first are those of its view. */
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
      throw new TypeError('The module of a view has no default export: export its component so')
    const known = views.get(component)
    if (known) return known
    const made: ViewModule<ViewPage> = {
      default: {
        kind: 'mount',
        mount: (outlet, page) => mount(component, outlet, page, options),
      },
    }
    views.set(component, made)
    return made
  }
}
