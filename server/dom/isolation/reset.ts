/**
 * Begins empty pages, and resets the window after each: no nodes, listeners, observers, storage or
 * history of the page remain. The lifecycles of pages call it.
 */
import { HappyDOM } from '#happy-dom'
import { dropTree } from '../fixes/connect.ts'
import { type InnerWindow, isInside, S } from '../internals.ts'
import { inBackground } from './background.ts'
import type { PageContext } from './page-context.ts'
import { PageState } from './page-state.ts'
import { startTimers } from './timers.ts'

export class PageReset {
  readonly #window: InnerWindow
  readonly #cookies: () => void
  readonly #targets: readonly EventTarget[]
  #observers = new Set<MutationObserver>()
  #listeners = new Map<object, Listeners>()
  readonly #ofWindow: ReadonlySet<PropertyKey>
  #ofDocument: ReadonlySet<PropertyKey>

  constructor(window: InnerWindow) {
    const { document, visualViewport } = window
    const context = new HappyDOM.WindowBrowserContext(window)
    this.#window = window
    this.#ofWindow = new Set(Reflect.ownKeys(window))
    this.#cookies = () => context.getBrowserContext()?.cookieContainer.clearCookies()
    this.#ofDocument = new Set(Reflect.ownKeys(document))
    const others = [document.fonts, visualViewport].filter((one) => one && S.listeners in one)
    this.#targets = [window, document, ...(others as EventTarget[])]
  }

  /** Keeps the observers and listeners that there are now. */
  adopt(): void {
    this.#observers = new Set(this.#window[S.mutationObservers] as MutationObserver[])
    this.#listeners = new Map(this.#targets.map((target) => [target, listenersOf(target)]))
    this.#ofDocument = new Set(Reflect.ownKeys(this.#window.document))
  }

  /** Whether no mutation observer of the page watches the document. */
  isUnwatched(): boolean {
    return this.#window[S.mutationObservers].length === this.#observers.size
  }

  begin(url: string, seed: string, context?: PageContext): void {
    new PageState('open', seed).enter()
    startTimers()
    this.#window.happyDOM.setURL(url)
    this.#window.document[S.clearCache]()
    context?.open()
  }

  reset(): void {
    const window = this.#window
    const { document } = window
    for (const observer of window[S.mutationObservers].slice()) {
      if (!this.#observers.has(observer as MutationObserver)) observer.disconnect()
    }
    for (const target of this.#targets) setListeners(target, this.#listeners.get(target))
    this.#emptyDocument()
    document[S.activeElement] = null
    document.getSelection()?.removeAllRanges()
    document[S.adoptedStyleSheets] = []
    window.localStorage.clear()
    window.sessionStorage.clear()
    this.#cookies()
    window.scrollTo(0, 0)
    // The abort continues after the page.
    void inBackground(() => window.happyDOM.abort())
    window.happyDOM.virtualConsolePrinter.clear()
    document[S.clearCache]()
    // Drops records of the reset.
    for (const observer of this.#observers) observer.takeRecords()
  }

  #emptyDocument(): void {
    const { document } = this.#window
    // Elements have put their ids there.
    for (const id of document[S.elementIdMap].keys())
      if (!this.#ofWindow.has(id)) Reflect.deleteProperty(this.#window, id)
    dropTree(document)
    const root = document.createElement('html')
    root.append(document.createElement('head'), document.createElement('body'))
    document.append(root)
    for (const key of Reflect.ownKeys(document))
      if (!this.#ofDocument.has(key) && !isInside(key)) Reflect.deleteProperty(document, key)
  }
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
  } = target as EventTarget
  const { bubbling, capturing } = listeners
  const maps = [bubbling, capturing, options.bubbling, options.capturing, handlers]
  return maps.filter((map) => map !== undefined) as Map<string, unknown>[]
}
