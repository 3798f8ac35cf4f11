/**
 * Resets a window to an empty page: no content, attributes, listeners, observers, timers, storage,
 * cookies, sheets, focus, scroll or history. Keeps listeners that app modules added on import, as a
 * browser does, and the state of kept modules.
 */
import { WindowBrowserContext } from '#happy-dom'
import { forgetMotion } from '../additions/css-motion.ts'
import { forgetLayout } from '../additions/layout/layout.ts'
import { forgetObservers } from '../additions/observers.ts'
import { forgetPopovers } from '../additions/top-layer.ts'
import { forgetHashChanges } from '../fixes/history.ts'
import { forgetIterators } from '../fixes/traversal/node-iterator.ts'
import {
  type InnerDocument,
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'
import { outsideJobs } from './context.ts'

export interface Resettable {
  adopt(): void
  addTargets(objects: readonly object[]): void
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
    // Removes listeners first: removals must fire nothing.
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
    // It continues after the page.
    void outsideJobs(() => window.happyDOM.abort())
    context.getBrowserFrame()?.[S.history].clear()
    window.happyDOM.setURL(url)
    forgetHashChanges(window)
    forgetLayout()
    forgetObservers()
    innerDocument[S.clearCache]()
    // Drops records of the reset: views are unmounted and must not see the document.
    for (const observer of observers) observer.takeRecords()
  }

  function addTargets(objects: readonly object[]): void {
    for (const one of objects)
      if (Object.hasOwn(one, S.listeners) && !targets.includes(one as EventTarget))
        targets.push(one as EventTarget)
  }

  return { adopt, addTargets, reset }
}

type Listeners = readonly (readonly (readonly [key: string, value: unknown])[])[]

function listenersOf(target: object): Listeners {
  return mapsOf(target).map((map) =>
    [...map].map(([key, value]) => [key, Array.isArray(value) ? [...value] : value] as const),
  )
}

function setListeners(target: object, kept: Listeners = []): void {
  mapsOf(target).forEach((map, index) => {
    map.clear()
    if ('placed' in map) map.placed = undefined
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
