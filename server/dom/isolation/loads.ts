/**
 * Fires `load` and `error` of images, frames, style sheets and scripts without fetching them, for
 * `isolation/index.ts`. happy-dom would fetch them, or fire nothing.
 */

import { hasInlineHandler } from '../additions/event-handlers.ts'
import { type InnerWindow, override, S } from '../internals.ts'
import { fileExists, offerFrame, offerScript, offerSheet } from '../page/resource-loaders.ts'
import { reportUse } from './network.ts'
import { perPage } from './page-state.ts'
import { waitFor } from './pending.ts'

type Outcome = 'load' | 'error' | undefined

const SCRIPT = /^$|^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i
const SHEETS = /(?:^|\s)(?:stylesheet|preload|modulepreload|prefetch)(?:\s|$)/i

/** The outcome of an address; undefined: none yet. */
function ofAddress(element: Element, name: string): Outcome {
  const address = element.getAttribute(name)
  if (address === null) return undefined
  if (address === '' || !URL.canParse(address, element.baseURI)) return 'error'
  return isElsewhere(element, address) ? undefined : 'load'
}

const HTTP = /^https?:$/

/** Other origins are never requested. */
function isElsewhere(element: Element, address: string): boolean {
  const { protocol, origin } = new URL(address, element.baseURI)
  return HTTP.test(protocol) && origin !== location.origin
}

function ofImage(element: Element): Outcome {
  if (element.hasAttribute('src')) return ofAddress(element, 'src')
  const [first = ''] =
    element
      .getAttribute('srcset')
      ?.trim()
      .split(/[\s,]+/) ?? []
  if (first === '' || !URL.canParse(first, element.baseURI)) return undefined
  return isElsewhere(element, first) ? undefined : 'load'
}

const ofSheet = (element: Element): Outcome =>
  ofAddress(element, 'href') ?? (element.hasAttribute('href') ? 'error' : undefined)

const OUTCOMES: Readonly<Record<string, (element: Element) => Outcome>> = {
  HTMLImageElement: ofImage,
  HTMLIFrameElement: (element) => (element.isConnected ? 'load' : undefined),
  HTMLStyleElement: (element) => (element.isConnected ? 'load' : undefined),
  HTMLLinkElement: (element) =>
    element.isConnected && SHEETS.test(element.getAttribute('rel') ?? '')
      ? ofSheet(element)
      : undefined,
  HTMLScriptElement: (element) =>
    element.isConnected &&
    SCRIPT.test(element.getAttribute('type') ?? '') &&
    element.hasAttribute('src')
      ? 'error'
      : undefined,
}

function findFile(element: Element): Promise<boolean> | undefined {
  const name = element.localName === 'link' ? 'href' : 'src'
  const address = element.getAttribute(name)
  // Browsers pick one of several.
  const isChoice = element.hasAttribute('srcset') || element.parentElement?.localName === 'picture'
  if (!address || isChoice || !OF_FILES.has(element.localName)) return undefined
  return fileExists(new URL(address, element.baseURI).href)
}

const OF_FILES = new Set(['img', 'link'])

/** The last outcome of each element, to fire events once. */
const outcomes = new WeakMap<Element, string>()
const pending = perPage(() => new Set<Element>())

/** An empty frame loads on insertion: later listeners get nothing. */
const isBlankFrame = (element: Element): boolean =>
  element.localName === 'iframe' && !element.hasAttribute('src') && !element.hasAttribute('srcdoc')

const addressOf = (element: Element): string =>
  ['src', 'srcset', 'href', 'srcdoc'].map((name) => element.getAttribute(name)).join()

const isAwaited = (element: Element): boolean =>
  ['load', 'error'].some(
    (type) =>
      (element[S.listeners].bubbling.get(type)?.length ?? 0) > 0 ||
      (element[S.listeners].capturing.get(type)?.length ?? 0) > 0 ||
      Boolean(element[S.propertyEventListeners]?.get(`on${type}`)) ||
      hasInlineHandler(element, type),
  )

/**
 * Images of other origins stay pending. Scripts, and sheets of other origins, fail as without a
 * network, so that libraries go on. Where a page's own scripts run, their loaders decide. Images
 * have width 0, except `data:` URLs.
 * https://html.spec.whatwg.org/multipage/images.html#updating-the-image-data
 */
export function installLoads(window: InnerWindow): void {
  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    watch({ window, outcome }, Reflect.get(window, name).prototype)
  }
  const image = window.HTMLImageElement.prototype
  override<HTMLImageElement>(image, {
    get complete() {
      const isUnknown = this.hasAttribute('src') && ofImage(this) === undefined
      return !pending().has(this) && !isUnknown
    },
  })
  image.decode = async function () {
    const outcome = ofImage(this)
    if (outcome === 'load') return
    if (outcome === undefined && this.getAttribute('src')) return new Promise(() => undefined)
    throw new window.DOMException('The source image cannot be decoded.', 'EncodingError')
  }
}

interface Loading {
  readonly window: InnerWindow
  readonly outcome: (element: Element) => Outcome
}

function announce(loading: Loading, element: Element): void {
  if (offerScript(element) || offerFrame(element) || offerSheet(element)) return
  if (pending().has(element) || outcomes.get(element) === addressOf(element)) return
  const { window, outcome } = loading
  if (isBlankFrame(element) && element.isConnected) {
    outcomes.set(element, addressOf(element))
    if (isAwaited(element)) element.dispatchEvent(new window.Event('load'))
    return
  }
  const expected = outcome(element)
  if (expected === undefined || !isAwaited(element)) return
  pending().add(element)
  const address = addressOf(element)
  // Fires in the page's virtual time.
  const fireLater = (exists: boolean) =>
    globalThis.setTimeout(() => fire(loading, element, { address, exists }))
  const exists = expected === 'load' ? findFile(element) : undefined
  if (exists) waitFor(`what <${element.localName}> names`, exists.then(fireLater))
  else fireLater(true)
}

interface Loaded {
  readonly address: string
  readonly exists: boolean
}

function fire(loading: Loading, element: Element, { address, exists }: Loaded): void {
  pending().delete(element)
  // The result is for an earlier address.
  if (addressOf(element) !== address) {
    announce(loading, element)
    return
  }
  const type = loading.outcome(element)
  if (type === undefined) return
  outcomes.set(element, address)
  if (element.localName === 'script') reportUse(`<script src="${element.getAttribute('src')}">`)
  element.dispatchEvent(new loading.window.Event(exists ? type : 'error'))
}

/** Announces elements when their address, listeners or place change. */
function watch(loading: Loading, prototype: HTMLElement): void {
  override<HTMLElement, object>(prototype, {
    addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
      super.addEventListener(...args)
      if (args[0] === 'load' || args[0] === 'error') announce(loading, this)
    },
    [S.onSetAttribute](...args: unknown[]) {
      silently(this, () => super[S.onSetAttribute](...args))
      announce(loading, this)
    },
  })
  // Insertion callbacks are slow; images need none.
  if (prototype !== loading.window.HTMLImageElement.prototype) {
    override<HTMLElement, object>(prototype, {
      [S.connectedToDocument]() {
        silently(this, () => super[S.connectedToDocument]())
        if (isBlankFrame(this)) outcomes.delete(this)
        announce(loading, this)
      },
    })
  }
  for (const name of ['onload', 'onerror'].filter((handler) => Object.hasOwn(prototype, handler))) {
    override<HTMLElement, object>(prototype, {
      set [name](value: unknown) {
        super[name] = value
        announce(loading, this)
      },
    })
  }
}

/** happy-dom would fire at once, or on its own timer. */
function silently(element: HTMLElement, work: () => void): void {
  Object.defineProperty(element, 'dispatchEvent', { configurable: true, value: () => true })
  try {
    work()
  } finally {
    Reflect.deleteProperty(element, 'dispatchEvent')
  }
}
