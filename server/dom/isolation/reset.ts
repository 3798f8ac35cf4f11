/**
 * Resets a window to an empty page: new root elements, no listeners, observers, storage, cookies,
 * sheets, focus, scroll or history.
 */
import { WindowBrowserContext } from '#happy-dom'
import { forgetMotion } from '../additions/css-motion.ts'
import { forgetProperties } from '../additions/css-values.ts'
import { forgetLayout } from '../additions/layout/layout.ts'
import { forgetObservers } from '../additions/observers.ts'
import { forgetTasks } from '../additions/scheduler.ts'
import { forgetPopovers } from '../additions/top-layer.ts'
import { beginHistory } from '../fixes/session-history.ts'
import { forgetIterators } from '../fixes/traversal.ts'
import { type InnerDocument, type InnerTarget, type InnerWindow, inner, S } from '../internals.ts'
import { forgetChannels } from './channels.ts'
import { forgetObjectUrls } from './object-urls.ts'
import { outsideJobs } from './outside.ts'
import { forgetTimeline } from './timeline.ts'

export interface Resettable {
  /** Keeps the observers and listeners that there are now. */
  adopt(): void
  isUnwatched(): boolean
  reset(): void
  goTo(url: string): void
}

export function resettable(window: InnerWindow): Resettable {
  const { document } = window
  const innerDocument = inner<InnerDocument>(document)
  const context = new WindowBrowserContext(window as never)
  const { visualViewport } = window
  const targets: EventTarget[] = [window, document]
  for (const one of [document.fonts, visualViewport]) {
    if (one && S.listeners in one) targets.push(one)
  }

  let observers = new Set<MutationObserver>()
  let listeners = new Map<object, Listeners>()
  let ofDocument = new Set<PropertyKey>(Reflect.ownKeys(document))

  function adopt(): void {
    observers = new Set(window[S.mutationObservers] as MutationObserver[])
    listeners = new Map(targets.map((target) => [target, listenersOf(target)]))
    ofDocument = new Set(Reflect.ownKeys(document))
  }

  function emptyDocument(): void {
    const root = document.createElement('html')
    root.append(document.createElement('head'), document.createElement('body'))
    document.replaceChildren(...[document.doctype ?? []].flat(), root)
    for (const key of Reflect.ownKeys(document))
      if (!ofDocument.has(key) && !isInside(key)) Reflect.deleteProperty(document, key)
  }

  function goTo(url: string): void {
    window.happyDOM.setURL(url)
    beginHistory()
    innerDocument[S.clearCache]()
  }

  function reset(): void {
    for (const observer of window[S.mutationObservers].slice()) {
      if (!observers.has(observer as MutationObserver)) observer.disconnect()
    }
    // Removes listeners first: removals must fire nothing.
    for (const target of targets) setListeners(target, listeners.get(target))
    for (const forget of FORGOTTEN) forget()
    emptyDocument()
    innerDocument[S.activeElement] = null
    document.getSelection()?.removeAllRanges()
    document.adoptedStyleSheets = []
    window.localStorage.clear()
    window.sessionStorage.clear()
    context.getBrowserContext()?.cookieContainer.clearCookies()
    window.scrollTo(0, 0)
    // It continues after the page.
    void outsideJobs(() => window.happyDOM.abort())
    // It keeps what it would print.
    window.happyDOM.virtualConsolePrinter.clear()
    forgetLayout()
    forgetObservers()
    innerDocument[S.clearCache]()
    // Drops records of the reset: views are unmounted and must not see the document.
    for (const observer of observers) observer.takeRecords()
  }

  const isUnwatched = () => window[S.mutationObservers].length === observers.size
  return { adopt, isUnwatched, reset, goTo }
}

/** happy-dom's own keys, and caches that `bundle/patches` clear when the tree changes. */
const INSIDES = new Set<PropertyKey>(Object.values(S))
const isInside = (key: PropertyKey): boolean =>
  INSIDES.has(key) ||
  (typeof key === 'symbol' && /^(?:answers|affected)$/.test(key.description ?? ''))

/** What a page keeps apart from its nodes. */
const FORGOTTEN = [
  ...[forgetIterators, forgetMotion, forgetPopovers, forgetTasks, forgetProperties],
  ...[forgetChannels, forgetTimeline, forgetObjectUrls],
]

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
