// A same-origin frame of the page, for page-frames.ts. Its scripts run in their own realm. Never
// loads another origin.
// https://html.spec.whatwg.org/multipage/document-sequences.html#navigables

import { isShownRealm, type PageWindow, pageGlobal, uncaught, waitFor } from '../../dom/index.ts'
import { addressInFrame, type FrameAddress } from './frame-address.ts'
import { FrameDocument } from './frame-document.ts'
import { frameLocation, frameWindow } from './frame-window.ts'
import type { ScriptSources } from './page-requests.ts'

export interface FrameParts {
  readonly element: HTMLIFrameElement
  readonly sources: ScriptSources
  readonly hold: (work: Promise<unknown>) => void
  readonly opened: (content: FrameDocument) => void
}

const BLANK = 'about:blank'

/** A frame that navigates more often never ends. */
const MOST_NAVIGATIONS = 20

export class Frame {
  readonly #parts: FrameParts
  readonly #page = pageGlobal() as PageWindow
  #window: PageWindow
  #content: FrameDocument
  #href = BLANK
  /** The initial document: the next one keeps its window. */
  #isInitial = true
  /** The reason why the frame has no content. */
  #address: FrameAddress = { type: 'blank' }
  /** The number of navigations; the last one counts. */
  #navigation = 0
  #isEnded = false

  constructor(parts: FrameParts) {
    this.#parts = parts
    this.#window = this.#newWindow()
    this.#content = this.#newDocument()
  }

  get window(): PageWindow {
    return this.#window
  }

  get document(): Document {
    return this.#content.document
  }

  get address(): FrameAddress {
    return this.#address
  }

  go(to: FrameAddress): void {
    const navigation = ++this.#navigation
    const isEndless = navigation > MOST_NAVIGATIONS
    const why = 'it goes from page to page without end'
    const loads = this.#load(isEndless ? { type: 'unknown', why } : to, navigation).then(
      () => this.#fireLoad(navigation),
      uncaught,
    )
    this.#await(loads)
  }

  end(): void {
    this.#navigation++
    this.#isEnded = true
  }

  async #load(to: FrameAddress, navigation: number): Promise<void> {
    if (to.type === 'url') {
      const source = await this.#parts.sources.requests.load(to.url, 'the frame').catch(String)
      if (navigation !== this.#navigation) return
      if (typeof source === 'string') return this.#miss(source)
      const { url, text, type } = source
      const address = addressInFrame(url, to.url, this.#parts.element)
      if (address.type !== 'url') return this.#show(address)
      if (type !== 'text/html') return this.#miss(`it is "${type}"`)
      this.#show(address, url)
      return this.#content.read(text)
    }
    // Even an empty document is shown in a task of its own.
    await null
    if (navigation !== this.#navigation) return
    this.#show(to, to.type === 'text' ? 'about:srcdoc' : BLANK)
    if (to.type === 'text') return this.#content.read(to.html)
  }

  #miss(why: string): void {
    this.#show({ type: 'unknown', why })
  }

  #show(address: FrameAddress, href = BLANK): void {
    this.#address = address
    this.#href = href
    if (!this.#isInitial) this.#window = this.#newWindow()
    this.#isInitial = false
    this.#content = this.#newDocument()
  }

  #fireLoad(navigation: number): void {
    if (navigation === this.#navigation) this.#parts.element.dispatchEvent(new Event('load'))
  }

  #await(work: Promise<unknown>): void {
    const { hold, element } = this.#parts
    const isText = element.hasAttribute('srcdoc')
    waitFor(`the frame ${isText ? 'of srcdoc' : (element.getAttribute('src') ?? '')}`, work, 'page')
    hold(work)
  }

  #newDocument(): FrameDocument {
    const { sources, opened } = this.#parts
    const navigation = this.#navigation
    const content = new FrameDocument({
      window: this.#window,
      sources,
      href: this.#href,
      isShown: () => !this.#isEnded && isShownRealm(this.#page),
      written: (loaded) => this.#await(loaded.then(() => this.#fireLoad(navigation), uncaught)),
    })
    opened(content)
    return content
  }

  #newWindow(): PageWindow {
    const { element } = this.#parts
    const parent = element.ownerDocument.defaultView
    const go = (href: unknown) => this.go(addressInFrame(String(href), document.baseURI, element))
    const location = frameLocation(() => this.#href, go)
    const properties: PropertyDescriptorMap = {
      document: { get: () => this.#content.document },
      location: { get: () => location, set: go },
      parent: { value: parent, writable: true },
      top: { value: this.#page },
      frameElement: { value: element },
      name: { value: element.name, writable: true },
      history: { value: { length: 1, state: null, scrollRestoration: 'auto' } },
    }
    const isShown = () => !this.#isEnded && this.#window === window && isShownRealm(this.#page)
    const window = frameWindow(properties, isShown)
    return window
  }
}
