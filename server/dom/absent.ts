/**
 * What apps may ask for and happy-dom does not have. In: a window. Out: the smallest thing that lets a page be shown: fonts are
 * loaded, transitions are over, the navigation has one entry, dialogs say nothing, popovers open. What would reach out of the
 * thread or keep data (workers, databases, notifications, caches) stays absent, for apps to notice.
 * Nothing here is reported upstream: each is a feature, not a defect.
 */
import { createRequire } from 'node:module'
import { Document } from '#happy-dom'
import { report } from './errors.ts'
import { type InnerWindow, inner, S } from './internals.ts'

const METHOD = { configurable: true, enumerable: true, writable: true }
const require = createRequire(import.meta.url)

export function installAbsent(window: InnerWindow): void {
  Object.assign(window, {
    reportError: (error: unknown) => report(window, error),
    alert() {},
    confirm: () => false,
    prompt: () => null,
    visualViewport: viewport(window),
    navigation: navigationOf(window),
    scheduler: {
      postTask: async (task: () => unknown) => task(),
      yield: async () => undefined,
    },
    Option: optionOf(window),
    ToggleEvent: eventWith(window, ['oldState', 'newState']),
    NavigateEvent: eventWith(window, ['navigationType', 'destination']),
    ViewTransition: class ViewTransition {},
  })
  if (!('URLPattern' in globalThis)) {
    Object.defineProperty(window, 'URLPattern', {
      configurable: true,
      get: () => require('urlpattern-polyfill').URLPattern,
    })
  }
  installOfDocument(window)
  installOfElements(window)
}

function eventWith(window: InnerWindow, names: readonly string[]): unknown {
  return class extends window.Event {
    constructor(type: string, init: EventInit & Record<string, unknown> = {}) {
      super(type, init)
      for (const name of names) Object.defineProperty(this, name, { value: init[name] ?? '' })
    }
  }
}

function viewport(window: InnerWindow): EventTarget {
  const { innerWidth: width, innerHeight: height } = window
  const here = { width, height, scale: 1, offsetLeft: 0, offsetTop: 0, pageLeft: 0, pageTop: 0 }
  return Object.assign(new window.EventTarget(), here)
}

/** One entry, the page's, and no way to another: a snapshot does not navigate. */
function navigationOf(window: InnerWindow): EventTarget {
  const entry = Object.assign(new window.EventTarget(), {
    id: '0',
    key: '0',
    index: 0,
    sameDocument: true,
    getState: () => undefined,
  })
  Object.defineProperty(entry, 'url', { get: () => window.location.href })
  const stays = () => {
    const never = new Promise<never>(() => {})
    return { committed: never, finished: never }
  }
  return Object.assign(new window.EventTarget(), {
    currentEntry: entry,
    transition: null,
    activation: null,
    canGoBack: false,
    canGoForward: false,
    entries: () => [entry],
    updateCurrentEntry() {},
    navigate: stays,
    reload: stays,
    back: stays,
    forward: stays,
    traverseTo: stays,
  })
}

function optionOf(window: InnerWindow): unknown {
  return function Option(text = '', value?: string, defaultSelected = false, selected = false) {
    const option = window.document.createElement('option')
    option.text = text
    if (value !== undefined) option.value = value
    option.defaultSelected = defaultSelected
    if (selected) option.selected = true
    return option
  }
}

function installOfDocument(window: InnerWindow): void {
  const fonts = Object.assign(new window.EventTarget(), {
    status: 'loaded',
    size: 0,
    add() {},
    delete: () => false,
    check: () => true,
    load: async () => [],
    forEach() {},
    [Symbol.iterator]: () => [][Symbol.iterator](),
  })
  Object.defineProperty(fonts, 'ready', { value: Promise.resolve(fonts) })
  const values = {
    fonts,
    prerendering: false,
    fullscreenElement: null,
    exitFullscreen: async () => undefined,
    caretPositionFromPoint: () => null,
    startViewTransition(given?: (() => unknown) | { update?: () => unknown }) {
      const update = typeof given === 'function' ? given : given?.update
      const updated = Promise.resolve().then(() => update?.())
      const over = updated.then(() => undefined)
      for (const promise of [updated, over]) promise.catch(() => undefined)
      return { updateCallbackDone: over, ready: over, finished: over, skipTransition() {} }
    },
  }
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(Document.prototype, name, { ...METHOD, value })
  }
}

function installOfElements(window: InnerWindow): void {
  const { Element, HTMLElement } = window
  const open = new WeakSet<Element>()
  const matches = Element.prototype.matches
  const methods = {
    showPopover(this: Element) {
      open.add(this)
    },
    hidePopover(this: Element) {
      open.delete(this)
    },
    togglePopover(this: Element, force?: boolean) {
      if (force ?? !open.has(this)) open.add(this)
      else open.delete(this)
      return open.has(this)
    },
  }
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(HTMLElement.prototype, name, { ...METHOD, value })
  }
  Element.prototype.matches = function (this: Element, selector: string) {
    return selector === ':popover-open' ? open.has(this) : matches.call(this, selector)
  } as typeof matches
  Object.defineProperties(Element.prototype, {
    requestFullscreen: { ...METHOD, value: async () => undefined },
    currentCSSZoom: { ...METHOD, value: 1 },
    moveBefore: {
      ...METHOD,
      value(this: Element, node: Node, next: Node | null) {
        if (inner(node)[S.isConnected] !== inner(this)[S.isConnected]) {
          throw new window.DOMException('Only within a document', 'HierarchyRequestError')
        }
        this.insertBefore(node, next)
      },
    },
  })
}
