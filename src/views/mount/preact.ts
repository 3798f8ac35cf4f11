// Mounts a Preact component, with the page as its props.

import { type ComponentType, h, render } from 'preact'
import type { ViewPage } from '../../view.ts'

export function mount(component: ComponentType<ViewPage>, outlet: Element, first: ViewPage) {
  const update = (page: ViewPage) => render(h(component, page), outlet)
  update(first)
  return { update, unmount: () => render(null, outlet) }
}
