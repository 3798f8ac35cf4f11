// Mounts a view of any kind into an element, for the outlet and the snapshot worker.

import { fault } from '../diagnostics.ts'
import type { Level, Page } from '../page.ts'
import type { ElementView, MountedView, View, ViewPage } from '../view.ts'

export interface Mounted {
  readonly view: View
  /** Shows another page with the same view, in place if it can. */
  update(page: ViewPage): void
  /** Settles when the content is in the document; rejects on failure. */
  updated?(): PromiseLike<unknown> | undefined
  /** The caller empties the element. */
  unmount?(): void
}

export const viewPage = (
  { state, anchor, status }: Page,
  { name, params, search, data }: Level,
  settled: ViewPage['settled'],
): ViewPage => ({ name, params, search, data, state, anchor, status, settled })

/** The view then owns the element's children. */
export function mount(view: View, outlet: Element, page: ViewPage): Mounted {
  if (typeof view === 'function') return mountElement(view, outlet, page)
  if (view.kind === 'html') {
    let shown: string | undefined
    const update = (next: ViewPage) => {
      const markup = String(view.render(next as never))
      // The same text: keeps outlets and focus in it.
      if (markup !== shown) outlet.innerHTML = trusted(markup)
      shown = markup
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
    const result = view.mount(outlet, next as never) ?? {}
    mounted = typeof result === 'function' ? { unmount: result } : result
  }
  update(page)
  return { view, update, unmount }
}

function mountElement(view: ElementView, outlet: Element, page: ViewPage): Mounted {
  // Never calls another function, such as a framework's component.
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

// Documents with trusted types accept text of a named policy only; `html` has escaped it.
let policy: Policy | undefined
function trusted(markup: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
  policy ??= trustedTypes?.createPolicy('hashbang-router', { createHTML: (html) => html })
  return policy ? policy.createHTML(markup) : markup
}
