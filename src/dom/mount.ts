// Puts a page's view into an element: the one way for the browser's outlet and for the snapshot worker.
// In: a view of any kind, an element, what the view is given. Out: what undoes it. A view that throws
// while it is mounted throws here; what happens then is the caller's to say.

import type { Level, Page } from '../page.ts'
import type { ElementView, View, ViewPage } from '../view.ts'

/** A view that is in an element. */
export interface Mounted {
  readonly view: View
  /** Shows another page by the same view, in place where the kind of view can. */
  update(page: ViewPage): void
  /** Takes the view out and runs what it left to undo. */
  unmount(): void
}

/** Gives what the view at one level of a page is given. */
export const viewPage = (
  page: Page,
  { name, params, search, data }: Level,
  settled: ViewPage['settled'],
): ViewPage => ({
  name,
  params,
  search,
  data,
  state: page.state,
  anchor: page.anchor,
  status: page.status,
  settled,
})

/** Mounts a view. The element's children are the view's from here on. */
export function mount(view: View, outlet: Element, page: ViewPage): Mounted {
  if (typeof view === 'function') return mountElement(view, outlet, page)
  if (view.kind === 'html') {
    const update = (next: ViewPage) => {
      outlet.innerHTML = String(view.render(next as never))
    }
    update(page)
    return { view, update, unmount: () => outlet.replaceChildren() }
  }
  outlet.replaceChildren()
  let undo = view.mount(outlet, page as never)
  const unmount = () => {
    undo?.()
    outlet.replaceChildren()
  }
  const update = (next: ViewPage) => {
    unmount()
    undo = view.mount(outlet, next as never)
  }
  return { view, update, unmount }
}

function mountElement(view: ElementView, outlet: Element, page: ViewPage): Mounted {
  const element = new view() as HTMLElement & { page?: unknown }
  element.page = page
  outlet.replaceChildren(element)
  const update = (next: ViewPage) => {
    element.page = next
  }
  return { view, update, unmount: () => outlet.replaceChildren() }
}
