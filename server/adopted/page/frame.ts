// A same-origin frame of the page: its window, document and content. Its scripts run in their own
// realm. Never loads another origin.
// https://html.spec.whatwg.org/multipage/document-sequences.html#navigables

import { isShownRealm, type PageWindow, pageGlobal, uncaught, waitFor } from '../../dom/index.ts'
import { addressOf, type FrameAddress } from './frame-address.ts'
import { type FrameDocument, frameDocument } from './frame-document.ts'
import { frameLocation } from './frame-location.ts'
import { frameWindow } from './frame-window.ts'
import type { ScriptSources } from './page-requests.ts'

export interface FrameParts {
  readonly element: HTMLIFrameElement
  readonly sources: ScriptSources
  /** Delays the `load` event of its parent document. */
  readonly hold: (work: Promise<unknown>) => void
  readonly has: (made: FrameDocument) => void
}

const BLANK = 'about:blank'

/** A frame that navigates more often never ends. */
const MOST_TURNS = 20

export class Frame {
  readonly #parts: FrameParts
  readonly #page = pageGlobal() as PageWindow
  #window: PageWindow
  #made: FrameDocument
  #href = BLANK
  /** Whether it has its initial document, whose window the next document keeps. */
  #isInitial = true
  /** Why the page finds nothing in the frame, or may not look. */
  #address: FrameAddress = { type: 'blank' }
  /** Of several navigations the last one counts. */
  #turn = 0
  #isEnded = false

  constructor(parts: FrameParts) {
    this.#parts = parts
    this.#window = this.#makeWindow()
    this.#made = this.#makeDocument()
  }

  get window(): PageWindow {
    return this.#window
  }

  get document(): Document {
    return this.#made.document
  }

  get address(): FrameAddress {
    return this.#address
  }

  go(to: FrameAddress): void {
    const turn = ++this.#turn
    const isEndless = turn > MOST_TURNS
    const why = 'it goes from page to page without end'
    const loads = this.#load(isEndless ? { type: 'unknown', why } : to, turn).then(
      () => this.#tell(turn),
      uncaught,
    )
    this.#await(loads)
  }

  end(): void {
    this.#turn++
    this.#isEnded = true
  }

  async #load(to: FrameAddress, turn: number): Promise<void> {
    if (to.type === 'url') {
      const source = await this.#parts.sources.requests.load(to.url, 'the frame').catch(String)
      if (turn !== this.#turn) return
      if (typeof source === 'string') return this.#miss(source)
      const { url, text, type } = source
      const found = addressOf(url, to.url, this.#parts.element)
      if (found.type !== 'url') return this.#show(found)
      if (type !== 'text/html') return this.#miss(`it is "${type}"`)
      this.#show(found, url)
      return this.#made.read(text)
    }
    // Even this is a task of its own.
    await null
    if (turn !== this.#turn) return
    this.#show(to, to.type === 'text' ? 'about:srcdoc' : BLANK)
    if (to.type === 'text') return this.#made.read(to.html)
  }

  #miss(why: string): void {
    this.#show({ type: 'unknown', why })
  }

  #show(address: FrameAddress, href = BLANK): void {
    this.#address = address
    this.#href = href
    if (!this.#isInitial) this.#window = this.#makeWindow()
    this.#isInitial = false
    this.#made = this.#makeDocument()
  }

  #tell(turn: number): void {
    if (turn === this.#turn) this.#parts.element.dispatchEvent(new Event('load'))
  }

  #await(work: Promise<unknown>): void {
    const { hold, element } = this.#parts
    const isText = element.hasAttribute('srcdoc')
    waitFor(`the frame ${isText ? 'of srcdoc' : (element.getAttribute('src') ?? '')}`, work, 'page')
    hold(work)
  }

  #makeDocument(): FrameDocument {
    const { sources, has } = this.#parts
    const turn = this.#turn
    const made = frameDocument({
      ...{ window: this.#window, sources, href: this.#href },
      isShown: () => !this.#isEnded && isShownRealm(this.#page),
      written: (loaded) => this.#await(loaded.then(() => this.#tell(turn), uncaught)),
    })
    has(made)
    return made
  }

  #makeWindow(): PageWindow {
    const { element } = this.#parts
    const parent = element.ownerDocument.defaultView
    const go = (href: unknown) => this.go(addressOf(String(href), document.baseURI, element))
    const location = frameLocation(() => this.#href, go)
    const own: PropertyDescriptorMap = {
      document: { get: () => this.#made.document },
      location: { get: () => location, set: go },
      parent: { value: parent, writable: true },
      top: { value: this.#page },
      frameElement: { value: element },
      name: { value: element.name, writable: true },
      history: { value: { length: 1, state: null, scrollRestoration: 'auto' } },
    }
    const isShown = () => !this.#isEnded && this.#window === made && isShownRealm(this.#page)
    const made = frameWindow(own, isShown)
    return made
  }
}
