/**
 * Files that elements name: none is fetched. In: images, frames, style sheets and scripts of a page, whose `load` somebody
 * listens for. Out: one task later images, frames and sheets are there, and an image of what is no URL has failed, as one has
 * that is not there, where that can be found out. Images of other origins say nothing, and sheets of those fail. Scripts fail,
 * as in a browser that cannot reach them, so that their libraries go on, and whoever asked is told; but where a page's own scripts run,
 * their runner has them, and their loader has what is in frames. Widths of images that are
 * not in a `data:` URL are 0. https://html.spec.whatwg.org/multipage/images.html#updating-the-image-data
 * Ours: happy-dom would fetch them, or tell nobody.
 */

import { hasInlineHandler } from '../inline-handlers.ts'
import {
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  S,
  wrapGetter,
} from '../internals.ts'
import { toldOf } from '../network.ts'
import { isThere } from '../page-files.ts'
import { offerFrame } from '../page-frames.ts'
import { offer } from '../page-scripts.ts'
import { waitFor } from '../pending.ts'

type Outcome = 'load' | 'error' | undefined

const SCRIPT = /^$|^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i
const SHEETS = /(?:^|\s)(?:stylesheet|preload|modulepreload|prefetch)(?:\s|$)/i

function ofAddress(element: Element, name: string): Outcome {
  const address = element.getAttribute(name)
  if (address === null) return undefined
  if (address === '' || !URL.canParse(address, element.baseURI)) return 'error'
  return isElsewhere(element, address) ? undefined : 'load'
}

const HTTP = /^https?:$/

/** Whether an address is of another origin: what is there is never asked for. */
function isElsewhere(element: Element, address: string): boolean {
  const { protocol, origin } = new URL(address, element.baseURI)
  return HTTP.test(protocol) && origin !== location.origin
}

/** An image of another origin stays one that is still to come. */
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

/** A sheet of another origin fails as a script does, so that what waits for it goes on. */
const ofSheet = (element: Element): Outcome =>
  ofAddress(element, 'href') ?? (element.hasAttribute('href') ? 'error' : undefined)

/** What becomes of what an element names now, by its class. */
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

/** Whether there is what an element names; undefined where that is not known. */
function askFor(element: Element): Promise<boolean> | undefined {
  const name = element.localName === 'link' ? 'href' : 'src'
  const address = element.getAttribute(name)
  // Of several a browser picks one.
  const isChoice = element.hasAttribute('srcset') || element.parentElement?.localName === 'picture'
  if (!address || isChoice || !NAMES_FILE.has(element.localName)) return undefined
  return isThere(new URL(address, element.baseURI).href)
}

const NAMES_FILE = new Set(['img', 'link'])

/** What was told of an element last, so that nothing is told twice. */
const told = new WeakMap<Element, string>()
const pending = new Set<Element>()

/** A frame that names nothing has loaded when it comes into a document: who listens later hears nothing of it. */
const isBlankFrame = (element: Element): boolean =>
  element.localName === 'iframe' && !element.hasAttribute('src') && !element.hasAttribute('srcdoc')

/** What an element names now, as text. */
const named = (element: Element): string =>
  ['src', 'srcset', 'href', 'srcdoc'].map((name) => element.getAttribute(name)).join()

const isAwaited = (element: Element): boolean => {
  const target = inner<InnerTarget>(element)
  return ['load', 'error'].some(
    (type) =>
      (target[S.listeners].bubbling.get(type)?.length ?? 0) > 0 ||
      (target[S.listeners].capturing.get(type)?.length ?? 0) > 0 ||
      Boolean(target[S.propertyEventListeners]?.get(`on${type}`)) ||
      hasInlineHandler(element, type),
  )
}

export function installLoads(window: InnerWindow): void {
  const classes = window as unknown as Record<string, { prototype: object }>
  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    const { prototype } = classes[name] as { prototype: InnerElement & HTMLElement }
    watch(window, prototype, outcome)
  }
  const image = window.HTMLImageElement.prototype
  wrapGetter<HTMLImageElement, boolean>(
    image,
    'complete',
    () =>
      function () {
        const isToCome = this.hasAttribute('src') && ofImage(this) === undefined
        return !pending.has(this) && !isToCome
      },
  )
  image.decode = async function () {
    const outcome = ofImage(this)
    if (outcome === 'load') return
    if (outcome === undefined && this.getAttribute('src')) return new Promise(() => undefined)
    throw new window.DOMException('The source image cannot be decoded.', 'EncodingError')
  }
}

function watch(
  window: InnerWindow,
  prototype: InnerElement & HTMLElement,
  outcome: (element: Element) => Outcome,
): void {
  const announce = (element: Element) => {
    if (offer(element) || offerFrame(element)) return
    if (pending.has(element) || told.get(element) === named(element)) return
    if (isBlankFrame(element) && element.isConnected) {
      told.set(element, named(element))
      if (isAwaited(element)) element.dispatchEvent(new window.Event('load'))
      return
    }
    if (outcome(element) === undefined || !isAwaited(element)) return
    pending.add(element)
    const before = named(element)
    // In the page's own time, which settling lets pass.
    const tell = (there: boolean) =>
      globalThis.setTimeout(() => {
        pending.delete(element)
        // What was found is of another file.
        if (named(element) !== before) return announce(element)
        const type = outcome(element)
        if (type === undefined) return
        told.set(element, named(element))
        if (element.localName === 'script') toldOf(`<script src="${element.getAttribute('src')}">`)
        element.dispatchEvent(new window.Event(there ? type : 'error'))
      })
    const asked = outcome(element) === 'load' ? askFor(element) : undefined
    if (asked) waitFor(`what <${element.localName}> names`, asked.then(tell))
    else tell(true)
  }
  const { addEventListener } = prototype
  const { [S.onSetAttribute]: setAttribute, [S.connectedToDocument]: connected } = prototype
  Object.assign(prototype, {
    addEventListener(this: HTMLElement, ...args: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, args)
      if (args[0] === 'load' || args[0] === 'error') announce(this)
    },
    [S.onSetAttribute](this: HTMLElement, ...args: Parameters<typeof setAttribute>) {
      silently(this, () => setAttribute.apply(inner(this), args))
      announce(this)
    },
  })
  // What hears that it is in the document costs time to put there; an image needs not.
  if (prototype !== inner(window.HTMLImageElement.prototype)) {
    prototype[S.connectedToDocument] = function (this: InnerElement) {
      const element = this as unknown as HTMLElement
      silently(element, () => connected.call(this))
      if (isBlankFrame(element)) told.delete(element)
      announce(element)
    }
  }
  for (const type of ['load', 'error']) {
    const handler = Object.getOwnPropertyDescriptor(prototype, `on${type}`)
    const { set } = handler ?? {}
    if (!handler || !set) continue
    Object.defineProperty(prototype, `on${type}`, {
      ...handler,
      set(this: HTMLElement, value: unknown) {
        set.call(this, value)
        announce(this)
      },
    })
  }
}

/** happy-dom tells at once, or in its own time. */
function silently(element: HTMLElement, work: () => void): void {
  Object.defineProperty(element, 'dispatchEvent', { configurable: true, value: () => true })
  try {
    work()
  } finally {
    Reflect.deleteProperty(element, 'dispatchEvent')
  }
}
