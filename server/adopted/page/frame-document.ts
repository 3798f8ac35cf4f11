// The document of a frame, for frame.ts. It is parsed from HTML at once, or written by other
// documents, whose scripts continue when their text is parsed.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html

import { createParser, emptyDocument, type PageParser, type PageWindow } from '../../dom/index.ts'
import { removeListeners } from './frame-window.ts'
import { type LoadingDocument, loadDocument, putOn } from './load-document.ts'
import type { ScriptSources } from './page-requests.ts'
import { PageScripts, type ScriptedDocument } from './page-scripts.ts'

export interface FrameDocumentParts {
  readonly window: PageWindow
  readonly sources: ScriptSources
  readonly href: string
  readonly isShown: () => boolean
  /** A written document; the promise settles when it has loaded. */
  readonly written: (loaded: Promise<void>) => void
}

export class FrameDocument {
  readonly document = emptyDocument()
  readonly #parts: FrameDocumentParts
  readonly #scripted: ScriptedDocument
  readonly #scripts: PageScripts
  #parser: PageParser | undefined
  /** The document that `document.open()` began. */
  #opened: LoadingDocument | undefined
  /** Whether another document writes text now. */
  #isWritten = false

  constructor(parts: FrameDocumentParts) {
    const { window, sources, href, isShown } = parts
    this.#parts = parts
    this.#scripted = {
      document: this.document,
      window,
      isPage: false,
      isShown,
      href: () => href,
      isWritten: () => this.#isWritten,
      dispatch: (event) => void window.dispatchEvent(event),
    }
    this.#scripts = new PageScripts(this.#scripted, sources)
    putOn(this.document, this.#properties())
  }

  /** Delays its `load` event. */
  readonly hold = (work: Promise<unknown>): void => this.#scripts.hold(work)

  inserted(script: HTMLScriptElement): void {
    this.#scripts.inserted(script, (one) => this.#parser?.hasCreated(one) === true)
  }

  styled(owner: HTMLLinkElement | HTMLStyleElement): void {
    this.#scripts.styled(owner)
  }

  read(html: string): Promise<void> {
    const loading = this.#begin()
    return loading.parser.read(html).then(loading.finish)
  }

  #properties(): PropertyDescriptorMap {
    const { document } = this
    const { window, href } = this.#parts
    return {
      defaultView: { value: window },
      location: {
        get: () => window.location,
        set: (to) => Object.assign(window, { location: to }),
      },
      URL: { value: href },
      documentURI: { value: href },
      baseURI: { get: () => this.#base() },
      // A srcdoc document is never in quirks mode, even without a doctype.
      ...(href === 'about:srcdoc' && { compatMode: { value: 'CSS1Compat' } }),
      readyState: { value: 'complete' },
      currentScript: { get: () => this.#scripts.current },
      write: { value: (...texts: unknown[]) => this.#write(texts) },
      writeln: { value: (...texts: unknown[]) => this.#write([...texts, '\n']) },
      open: { value: () => this.#open() && document },
      close: { value: () => this.#close() },
    }
  }

  #base(): string {
    const { href } = this.#parts
    const baseHref = this.document.querySelector('base[href]')?.getAttribute('href')
    const documentUrl = href.startsWith('about:') ? globalThis.document.baseURI : href
    return baseHref && URL.canParse(baseHref, documentUrl)
      ? new URL(baseHref, documentUrl).href
      : documentUrl
  }

  #begin(): LoadingDocument {
    this.#parser = createParser(this.#scripts, this.document)
    return loadDocument(this.#scripted, this.#scripts, this.#parser)
  }

  #open(): LoadingDocument {
    removeListeners(this.#parts.window)
    this.#opened = this.#begin()
    return this.#opened
  }

  #write(texts: readonly unknown[]): void {
    const markup = texts.join('')
    if (this.#opened === undefined && this.#scripts.isInParser && this.#parser?.write(markup))
      return
    const { parser } = this.#opened ?? this.#open()
    this.#whileWritten(() => parser.write(markup))
  }

  #close(): void {
    const closing = this.#opened
    this.#opened = undefined
    if (closing)
      this.#parts.written(this.#whileWritten(() => closing.parser.end()).then(closing.finish))
  }

  #whileWritten<T>(work: () => T): T {
    const before = this.#isWritten
    this.#isWritten = true
    try {
      return work()
    } finally {
      this.#isWritten = before
    }
  }
}
