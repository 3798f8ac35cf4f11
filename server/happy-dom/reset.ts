/**
 * Takes a window back to an empty page, so that no render sees what another left. In: a window. Out: head and body empty,
 * no attributes, listeners, observers, timers, storage, cookies, style sheets, focus, scroll or history. It keeps what modules
 * of the app have asked to be told of when they were imported, as a browser does from page to page of an app, and what cannot
 * be taken back, such as the state of modules that are kept.
 */
import { WindowBrowserContext } from '#happy-dom'
import { forgetMotion } from './fixes/css-motion.ts'
import { forgetHashChanges } from './fixes/history.ts'
import { forgetLayout } from './fixes/layout/layout.ts'
import { forgetObservers } from './fixes/observers.ts'
import { forgetPopovers } from './fixes/top-layer.ts'
import { forgetIterators } from './fixes/traversal/node-iterator.ts'
import {
  type InnerDocument,
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  S,
} from './internals.ts'

export interface Resettable {
  /** The listeners and observers that are there now are the app's. */
  adopt(): void
  reset(url: string): void
}

export function resettable(window: InnerWindow): Resettable {
  const { document } = window
  const { documentElement, head, body } = document
  const innerDocument = inner<InnerDocument>(document)
  const context = new WindowBrowserContext(window as never)
  const { visualViewport, navigation } = window
  const targets: EventTarget[] = [window, document, documentElement, head, body]
  for (const one of [document.fonts, visualViewport, navigation, navigation.currentEntry]) {
    if (one && S.listeners in one) targets.push(one)
  }

  let observers = new Set<MutationObserver>()
  let listeners = new Map<object, Listeners>()

  function adopt(): void {
    observers = new Set(window[S.mutationObservers] as MutationObserver[])
    listeners = new Map(targets.map((target) => [target, listenersOf(target)]))
  }

  function emptyPage(): void {
    if (document.documentElement !== documentElement) document.replaceChildren(documentElement)
    head.replaceChildren()
    body.replaceChildren()
    if (documentElement.children.length !== 2 || document.body !== body) {
      documentElement.replaceChildren(head, body)
    }
    for (const element of [documentElement, head, body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
  }

  function reset(url: string): void {
    for (const observer of window[S.mutationObservers].slice()) {
      if (!observers.has(observer as MutationObserver)) observer.disconnect()
    }
    // Listeners go before the content: what is removed now is not news to anyone.
    for (const target of targets) setListeners(target, listeners.get(target))
    const shadow = inner<InnerElement>(body)[S.shadowRoot] as unknown as ShadowRoot | undefined
    shadow?.replaceChildren()
    forgetIterators()
    forgetMotion()
    forgetPopovers()
    emptyPage()
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
    forgetLayout()
    forgetObservers()
    innerDocument[S.clearCache]()
    // What emptying the page has done is no news: views have been unmounted, and nobody may look at the document any more.
    for (const observer of observers) observer.takeRecords()
  }

  return { adopt, reset }
}

/** Everything that listens to a target, by happy-dom's names. */
type Listeners = readonly (readonly (readonly [key: string, value: unknown])[])[]

function listenersOf(target: object): Listeners {
  return mapsOf(target).map((map) =>
    [...map].map(([key, value]) => [key, Array.isArray(value) ? [...value] : value] as const),
  )
}

function setListeners(target: object, kept: Listeners = []): void {
  mapsOf(target).forEach((map, index) => {
    map.clear()
    for (const [key, value] of kept[index] ?? []) {
      map.set(key, Array.isArray(value) ? [...value] : value)
    }
  })
}

function mapsOf(target: object): Map<string, unknown>[] {
  const {
    [S.listeners]: listeners,
    [S.listenerOptions]: options,
    [S.propertyEventListeners]: handlers,
  } = inner<InnerTarget>(target)
  const { bubbling, capturing } = listeners
  const maps = [bubbling, capturing, options.bubbling, options.capturing, handlers]
  return maps.filter((map) => map !== undefined) as Map<string, unknown>[]
}
