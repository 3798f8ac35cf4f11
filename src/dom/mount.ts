// Puts a page's view into an element: the one way for the browser's outlet and for the snapshot worker.
// In: a view of any kind, an element, what the view is given. Out: what undoes it. A view that throws
// while it is mounted throws here; what happens then is the caller's to say.

import { fault } from '../diagnostics.ts'
import type { Level, Page } from '../page.ts'
import type { ElementView, MountedView, View, ViewPage } from '../view.ts'

/** A view that is in an element. */
export interface Mounted {
  readonly view: View
  /** Shows another page by the same view, in place where the kind of view can. */
  update(page: ViewPage): void
  /** When what the view shows is in the document, where the view can tell; rejects where it failed. */
  updated?(): PromiseLike<unknown> | undefined
  /** Runs what the view left to undo, if there can be any. The element is then the caller's to empty. */
  unmount?(): void
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
    let shown: string | undefined
    const update = (next: ViewPage) => {
      const text = String(view.render(next as never))
      // The same text is the same page: outlets and focus in it stay.
      if (text !== shown) outlet.innerHTML = trusted(text)
      shown = text
    }
    update(page)
    return { view, update }
  }
  let mounted: MountedView<never> = {}
  const unmount = () => {
    const last = mounted
    mounted = {}
    last.unmount?.()
    outlet.replaceChildren()
  }
  const update = (next: ViewPage) => {
    if (mounted.update) return mounted.update(next as never)
    unmount()
    const made = view.mount(outlet, next as never) ?? {}
    mounted = typeof made === 'function' ? { unmount: made } : made
  }
  update(page)
  return { view, update, unmount }
}

function mountElement(view: ElementView, outlet: Element, page: ViewPage): Mounted {
  // A function that is no such class, as components of frameworks are, may do anything when it is called.
  if (!view.prototype?.append) throw fault('HB005', [page.name, view])
  const element = new view() as HTMLElement & { page?: unknown; updateComplete?: Promise<unknown> }
  element.page = page
  outlet.replaceChildren(element)
  const update = (next: ViewPage) => {
    element.page = next
  }
  return { view, update, updated: () => element.updateComplete }
}

interface Policy {
  createHTML(text: string): string
}

// A document that asks for trusted types takes text from a named policy only: what `html` made is escaped.
let policy: Policy | undefined
function trusted(text: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
  policy ??= trustedTypes?.createPolicy('hashbang-router', { createHTML: (html) => html })
  return policy ? policy.createHTML(text) : text
}
