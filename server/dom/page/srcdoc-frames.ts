/**
 * Loads `srcdoc` frames where no page scripts run. A frame has its own document, location and
 * events; other globals are the page's. The frames fix installs it.
 * https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-srcdoc
 */
import type { InnerWindow } from '../internals.ts'
import { PageParser, type ParserScripts } from './page-parser.ts'
import type { FrameLoader } from './resource-loaders.ts'

interface SrcdocFrame {
  readonly window: Window
  document: Document
  text: string | undefined
  /** Counts its texts; the last one loads. */
  turn: number
}

const NO_SCRIPTS: ParserScripts = { run: () => undefined }

/** Whether its sandbox has an opaque origin. */
const isClosed = (element: HTMLIFrameElement): boolean => {
  const sandbox = element.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
  return sandbox !== undefined && !sandbox.includes('allow-same-origin')
}

export function srcdocFrames(inside: InnerWindow): FrameLoader {
  const frames = new WeakMap<HTMLIFrameElement, SrcdocFrame>()

  function frameOf(element: HTMLIFrameElement): SrcdocFrame {
    const opened = frames.get(element)
    if (opened) return opened
    const frame: SrcdocFrame = {
      window: frameWindow(element, () => frame),
      document: emptyDocument(),
      text: undefined,
      turn: 0,
    }
    setAddress(frame, 'about:blank')
    frames.set(element, frame)
    return frame
  }

  /** Fires `load` in the page's virtual time. */
  function loadLater(element: HTMLIFrameElement, markup: string | undefined): void {
    const frame = frameOf(element)
    const turn = ++frame.turn
    frame.text = markup
    globalThis.setTimeout(() => {
      if (turn !== frame.turn) return
      frame.document = emptyDocument()
      setAddress(frame, markup === undefined ? 'about:blank' : 'about:srcdoc')
      // Without scripts parsing is synchronous.
      if (markup !== undefined) void new PageParser(inside, NO_SCRIPTS, frame.document).read(markup)
      element.dispatchEvent(new Event('load'))
    })
  }

  const openFrame = (element: HTMLIFrameElement) =>
    isClosed(element) ? undefined : frames.get(element)

  return {
    load(element, isNew) {
      const { defaultView } = element.ownerDocument
      if (!element.isConnected || defaultView === null) return false
      const markup = element.getAttribute('srcdoc') ?? undefined
      const opened = frames.get(element)
      if (markup === undefined && opened === undefined) return false
      if (isNew || opened === undefined || opened.text !== markup) loadLater(element, markup)
      return true
    },
    go: () => false,
    left(element) {
      const frame = frames.get(element)
      if (frame) frame.turn += 1
      frames.delete(element)
    },
    windowOf: (element) => openFrame(element)?.window ?? null,
    documentOf: (element) => openFrame(element)?.document ?? null,
  }
}

function setAddress({ document, window }: SrcdocFrame, href: string): void {
  const properties: PropertyDescriptorMap = {
    defaultView: { value: window },
    location: { get: () => window.location },
    URL: { value: href },
    documentURI: { value: href },
    readyState: { value: 'complete' },
    baseURI: { get: () => baseOf(document) },
  }
  // A srcdoc document is never in quirks mode.
  if (href === 'about:srcdoc') properties.compatMode = { value: 'CSS1Compat' }
  for (const [name, descriptor] of Object.entries(properties)) {
    Object.defineProperty(document, name, { configurable: true, ...descriptor })
  }
}

function baseOf(document: Document): string {
  const { baseURI } = globalThis.document
  const href = document.querySelector('base[href]')?.getAttribute('href')
  return href && URL.canParse(href, baseURI) ? new URL(href, baseURI).href : baseURI
}

function frameWindow(element: HTMLIFrameElement, frame: () => SrcdocFrame): Window {
  const events = new EventTarget()
  const stay = () => undefined
  const members: object = {
    get document() {
      return frame().document
    },
    get location() {
      const url = new URL(frame().document.URL)
      return Object.assign(url, { assign: stay, replace: stay, reload: stay })
    },
    parent: element.ownerDocument.defaultView,
    top: globalThis,
    frameElement: element,
    name: element.name,
    length: 0,
    closed: false,
    opener: null,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  const isShared = (name: PropertyKey) => typeof name === 'string' && name in globalThis
  const window = new Proxy(members, {
    get: (target, name) => Reflect.get(name in target ? target : sharedBy(name), name),
    has: (target, name) => name in target || isShared(name),
  })
  const sharedBy = (name: PropertyKey): object => (isShared(name) ? globalThis : members)
  Object.assign(members, { window, self: window, frames: window })
  return window as Window
}

export function emptyDocument(): Document {
  const empty = document.implementation.createHTMLDocument()
  if (empty.doctype) empty.removeChild(empty.doctype)
  return empty
}
