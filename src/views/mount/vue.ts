// Mounts a Vue component. Props that it does not declare would become attributes.

import { type App, type Component, createApp, h, nextTick, shallowRef } from 'vue'
import type { MountedView, ViewPage } from '../../view.ts'

export function mount(
  component: Component,
  outlet: Element,
  first: ViewPage,
  setup?: (app: App) => void,
): MountedView<ViewPage> {
  const { props = [] } = component as { props?: readonly string[] | object }
  const declared = new Set<string>(Array.isArray(props) ? props : Object.keys(props))
  const page = shallowRef(first)
  const propsNow = () => Object.entries(page.value).filter(([name]) => declared.has(name))
  const app = createApp({ render: () => h(component, Object.fromEntries(propsNow())) })
  // Otherwise Vue only logs the error, and an incomplete page looks complete.
  app.config.throwUnhandledErrorInProduction = true
  setup?.(app)
  app.mount(outlet)
  return {
    update(next) {
      page.value = next
      next.settled(nextTick())
    },
    unmount: () => app.unmount(),
  }
}
