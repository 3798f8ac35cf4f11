// The frames of an adopted page, for load-page.ts. Only same-origin frames have a document: loaders
// such as GWT's run an app's scripts in one.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#dom-iframe-contentdocument

import type { FrameLoader } from '../../dom/index.ts'
import { Frame } from './frame.ts'
import { addressInFrame, type FrameAddress, frameAddress } from './frame-address.ts'
import type { FrameDocument } from './frame-document.ts'
import type { ScriptSources } from './page-requests.ts'

/** A page with more frames counts as broken. */
const MOST_FRAMES = 30

export class PageFrames implements FrameLoader {
  readonly #sources: ScriptSources
  readonly #hold: (work: Promise<unknown>) => void
  readonly #frames = new Map<HTMLIFrameElement, Frame>()
  readonly #addresses = new WeakMap<HTMLIFrameElement, string>()
  readonly #documents = new WeakMap<Document, FrameDocument>()
  #count = 0
  #missing: string | undefined

  /** @param hold Delays the page's `load` event. */
  constructor(sources: ScriptSources, hold: (work: Promise<unknown>) => void) {
    this.#sources = sources
    this.#hold = hold
  }

  /** Missing content, with the reason. */
  get missing(): string | undefined {
    return this.#missing
  }

  of(document: Document): FrameDocument | undefined {
    return this.#documents.get(document)
  }

  load(element: HTMLIFrameElement, isNew: boolean): boolean {
    if (!element.isConnected) return false
    const address = frameAddress(element)
    const isLoaded = address.type === 'url' || address.type === 'text'
    const existing = this.#frames.get(element)
    if (!isLoaded && existing === undefined) return false
    const named = JSON.stringify(address)
    if (isNew || this.#addresses.get(element) !== named) {
      this.#addresses.set(element, named)
      const frame = existing ?? this.#create(element)
      frame?.go(address)
    }
    return true
  }

  left(element: HTMLIFrameElement): void {
    const frame = this.#frames.get(element)
    this.#frames.delete(element)
    this.#addresses.delete(element)
    frame?.end()
    if (frame) this.#leave(frame.document)
  }

  go(element: HTMLIFrameElement, href: string): boolean {
    if (!element.isConnected) return false
    const frame = this.#frames.get(element) ?? this.#create(element)
    frame?.go(addressInFrame(href, element.ownerDocument.baseURI, element))
    return true
  }

  /** The frames of a document end with it. */
  #leave(document: Document): void {
    for (const element of this.#frames.keys()) {
      if (element.ownerDocument === document) this.left(element)
    }
  }

  windowOf(element: HTMLIFrameElement): Window | null {
    return this.#reachable(element)?.window ?? null
  }

  documentOf(element: HTMLIFrameElement): Document | null {
    return this.#reachable(element)?.document ?? null
  }

  #reachable(element: HTMLIFrameElement): Frame | undefined {
    if (!element.isConnected) return undefined
    const existing = this.#frames.get(element)
    const address = existing?.address ?? frameAddress(element)
    if (address.type === 'other') return undefined
    if (address.type === 'unknown') return this.#miss(element, address)
    return existing ?? this.#create(element)
  }

  #miss(
    element: HTMLIFrameElement,
    { why }: Extract<FrameAddress, { type: 'unknown' }>,
  ): undefined {
    this.#missing ??= `<iframe src="${element.getAttribute('src') ?? ''}">: ${why}`
  }

  #create(element: HTMLIFrameElement): Frame | undefined {
    this.#count += 1
    if (this.#count > MOST_FRAMES)
      return this.#miss(element, {
        type: 'unknown',
        why: `the page has more than ${MOST_FRAMES} frames`,
      })
    const around = this.#documents.get(element.ownerDocument)
    const hold = around ? around.hold : this.#hold
    let shown: Document | undefined
    const frame = new Frame({
      element,
      sources: this.#sources,
      hold,
      opened: (content) => {
        this.#documents.set(content.document, content)
        if (shown) this.#leave(shown)
        shown = content.document
      },
    })
    this.#frames.set(element, frame)
    // The current address of a new frame is no navigation.
    if (!this.#addresses.has(element))
      this.#addresses.set(element, JSON.stringify(frameAddress(element)))
    return frame
  }
}
