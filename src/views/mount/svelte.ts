// Mounts a Svelte 5 component. Its props are getters, which Svelte reads again after a change.

import { type Component, flushSync, mount as mountComponent, unmount } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import type { MountedView, ViewPage } from '../../view.ts'

export function mount(
  component: Component<Record<string, unknown>>,
  outlet: Element,
  first: ViewPage,
): MountedView<ViewPage> {
  let page = first
  let changed = () => {}
  const subscribe = createSubscriber((update) => {
    changed = update
  })
  const read = (name: keyof ViewPage) => () => {
    subscribe()
    return page[name]
  }
  const names = Object.keys(first) as (keyof ViewPage)[]
  const getters = names.map((name) => [name, { get: read(name), enumerable: true }])
  const props = Object.defineProperties({}, Object.fromEntries(getters))
  const mounted = mountComponent(component, { target: outlet, props })
  return {
    update(next) {
      page = next
      flushSync(() => changed())
    },
    unmount: () => void unmount(mounted),
  }
}
