/**
 * Loads frames whose document is the text of `srcdoc`, where no scripts of the page run. Frames of an address stay empty, without
 * a window or a document. The window of a frame has its own document, location and events; other globals are the page's.
 * Scripts of the text are not run. https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-srcdoc
 */

import { emptyDocument } from './empty-document.ts'
import type { FrameLoader } from './page-frames.ts'
import type { PageParser, ParserScripts } from './page-parser.ts'

/** Reads markup into an empty document. */
export type ReadInto = (scripts: ParserScripts, document: Document) => Pick<PageParser, 'read'>

interface TextFrame {
  readonly window: Window
  document: Document
  /** The text that its document is made of; undefined: it is empty. */
  text: string | undefined
  /** Counts the texts that it was given: the last one is shown. */
  turn: number
}

const NO_SCRIPTS: ParserScripts = { run: () => undefined }

/** Other sandboxes give a frame an origin of its own, which closes it to the page. */
const isClosed = (element: HTMLIFrameElement): boolean => {
  const sandbox = element.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
  return sandbox !== undefined && !sandbox.includes('allow-same-origin')
}

/** Creates the loader. */
export function textFrames(open: ReadInto): FrameLoader {
  const frames = new WeakMap<HTMLIFrameElement, TextFrame>()

  function made(element: HTMLIFrameElement): TextFrame {
    const known = frames.get(element)
    if (known) return known
    const frame: TextFrame = {
      window: frameWindow(element, () => frame),
      document: emptyDocument(),
      text: undefined,
      turn: 0,
    }
    putAt(frame, 'about:blank')
    frames.set(element, frame)
    return frame
  }

  /** Shows a text, or nothing, and tells so; in the page's own time, which settling lets pass. */
  function show(element: HTMLIFrameElement, text: string | undefined): void {
    const frame = made(element)
    const turn = ++frame.turn
    frame.text = text
    globalThis.setTimeout(() => {
      if (turn !== frame.turn) return
      frame.document = emptyDocument()
      putAt(frame, text === undefined ? 'about:blank' : 'about:srcdoc')
      // Without scripts it waits for nothing.
      if (text !== undefined) void open(NO_SCRIPTS, frame.document).read(text)
      element.dispatchEvent(new Event('load'))
    })
  }

  const found = (element: HTMLIFrameElement) =>
    isClosed(element) ? undefined : frames.get(element)

  return {
    load(element, isNew) {
      const { defaultView } = element.ownerDocument
      if (!element.isConnected || defaultView === null) return false
      const text = element.getAttribute('srcdoc') ?? undefined
      const known = frames.get(element)
      if (text === undefined && known === undefined) return false
      if (isNew || known === undefined || known.text !== text) show(element, text)
      return true
    },
    go: () => false,
    left(element) {
      const frame = frames.get(element)
      if (frame) frame.turn += 1
      frames.delete(element)
    },
    windowOf: (element) => found(element)?.window ?? null,
    documentOf: (element) => found(element)?.document ?? null,
  }
}

/** Makes a document that of a frame. */
function putAt({ document, window }: TextFrame, href: string): void {
  const given: PropertyDescriptorMap = {
    defaultView: { value: window },
    location: { get: () => window.location },
    ...{ URL: { value: href }, documentURI: { value: href }, readyState: { value: 'complete' } },
    baseURI: { get: () => baseOf(document) },
  }
  // No srcdoc is in quirks mode, with or without a doctype.
  if (href === 'about:srcdoc') given.compatMode = { value: 'CSS1Compat' }
  for (const [name, descriptor] of Object.entries(given)) {
    Object.defineProperty(document, name, { configurable: true, ...descriptor })
  }
}

function baseOf(document: Document): string {
  const { baseURI } = globalThis.document
  const href = document.querySelector('base[href]')?.getAttribute('href')
  return href && URL.canParse(href, baseURI) ? new URL(href, baseURI).href : baseURI
}

function frameWindow(element: HTMLIFrameElement, frame: () => TextFrame): Window {
  const events = new EventTarget()
  const stay = () => undefined
  const own: Record<string, unknown> = {
    get document() {
      return frame().document
    },
    get location() {
      const url = new URL(frame().document.URL)
      return Object.assign(url, { assign: stay, replace: stay, reload: stay })
    },
    parent: element.ownerDocument.defaultView,
    ...{ top: globalThis, frameElement: element, name: element.name, length: 0 },
    ...{ closed: false, opener: null },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  const isShared = (name: PropertyKey) => typeof name === 'string' && name in globalThis
  const window = new Proxy(own, {
    get: (target, name) => Reflect.get(name in target ? target : sharedBy(name), name),
    has: (target, name) => name in target || isShared(name),
  })
  const sharedBy = (name: PropertyKey): object => (isShared(name) ? globalThis : own)
  Object.assign(own, { window, self: window, frames: window })
  return window as unknown as Window
}
