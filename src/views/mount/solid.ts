// Mounts a Solid component, with the page as its props.

import { type Component, createComponent, createSignal, mergeProps } from 'solid-js'
import { render } from 'solid-js/web'
import type { ViewPage } from '../../view.ts'

export function mount(component: Component<ViewPage>, outlet: Element, first: ViewPage) {
  const [page, show] = createSignal(first)
  const unmount = render(() => createComponent(component, mergeProps(page)), outlet)
  return { update: (next: ViewPage) => void show(next), unmount }
}
