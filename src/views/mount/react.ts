// Mounts a React component, with the page as its props.

import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ViewPage } from '../../view.ts'

export function mount(component: ComponentType<ViewPage>, outlet: Element, first: ViewPage) {
  const root = createRoot(outlet)
  // Synchronous: focus and scroll depend on the content when the navigation ends.
  const update = (page: ViewPage) => flushSync(() => root.render(createElement(component, page)))
  update(first)
  return { update, unmount: () => root.unmount() }
}
