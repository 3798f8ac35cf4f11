/**
 * Takes a window back to an empty page, so that no render sees what another left. In: a window. Out: head and body empty,
 * no attributes, listeners, observers, timers, storage, cookies, style sheets, focus, scroll or history. It keeps what cannot
 * be taken back: defined custom elements, patched prototypes and the state of modules, for which workers are recycled.
 */
import { WindowBrowserContext } from '#happy-dom'
import { forgetHashChanges } from './history.ts'
import { type InnerDocument, type InnerTarget, type InnerWindow, inner, S } from './internals.ts'

export interface Resettable {
  /** `keep` may stay in the body, with all that it holds. */
  reset(url: string, keep?: Element): void
}

export function resettable(window: InnerWindow): Resettable {
  const { document } = window
  const { documentElement, head, body } = document
  const innerDocument = inner<InnerDocument>(document)
  const context = new WindowBrowserContext(window as never)

  function emptyPage(keep?: Element): void {
    if (document.documentElement !== documentElement) document.replaceChildren(documentElement)
    head.replaceChildren()
    if (keep?.parentNode !== body) body.replaceChildren()
    else for (const node of [...body.childNodes]) if (node !== keep) node.remove()
    if (documentElement.children.length !== 2 || document.body !== body) {
      documentElement.replaceChildren(head, body)
    }
    for (const element of [documentElement, head, body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
  }

  function reset(url: string, keep?: Element): void {
    for (const observer of window[S.mutationObservers].slice()) observer.disconnect()
    // Listeners go before the content: what is removed now is not news to anyone.
    for (const target of [window, document, documentElement, head, body]) forgetListeners(target)
    emptyPage(keep)
    innerDocument[S.activeElement] = null
    document.adoptedStyleSheets = []
    window.localStorage.clear()
    window.sessionStorage.clear()
    context.getBrowserContext()?.cookieContainer.clearCookies()
    window.scrollTo(0, 0)
    void window.happyDOM.abort()
    context.getBrowserFrame()?.[S.history].clear()
    window.happyDOM.setURL(url)
    forgetHashChanges(window)
    innerDocument[S.clearCache]()
  }

  return { reset }
}

function forgetListeners(target: object): void {
  const {
    [S.listeners]: listeners,
    [S.listenerOptions]: options,
    [S.propertyEventListeners]: handlers,
  } = inner<InnerTarget>(target)
  for (const phase of ['bubbling', 'capturing'] as const) {
    listeners[phase].clear()
    options[phase].clear()
  }
  handlers?.clear()
}
