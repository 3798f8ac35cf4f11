// Creates the empty document of a frame. It is parsed from HTML at once, or written by other
// documents, whose scripts continue when their text is parsed.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html

import { createParser, emptyDocument, type PageParser, type PageWindow } from '../../dom/index.ts'
import { forgetListeners } from './frame-window.ts'
import { type LoadingDocument, loadDocument, putOn } from './load-document.ts'
import type { ScriptSources } from './page-requests.ts'
import { PageScripts } from './page-scripts.ts'
import type { Realm } from './realm.ts'

export interface FrameDocumentParts {
  readonly window: PageWindow
  readonly sources: ScriptSources
  readonly href: string
  /** Whether the frame is still in its page. */
  readonly isShown: () => boolean
  /** Receives a promise that settles when a written document has loaded. */
  readonly written: (loaded: Promise<void>) => void
}

export interface FrameDocument {
  readonly document: Document
  inserted(script: HTMLScriptElement): void
  read(html: string): Promise<void>
  /** Delays that event. */
  hold(work: Promise<unknown>): void
}

export function frameDocument(parts: FrameDocumentParts): FrameDocument {
  const { window, sources, href, isShown, written } = parts
  const document = emptyDocument()
  let parser: PageParser | undefined
  let opened: LoadingDocument | undefined
  let isWritten = false
  const realm: Realm = {
    ...{ document, window, isPage: false },
    href: () => href,
    isWritten: () => isWritten,
    isShown,
    dispatch: (event) => void window.dispatchEvent(event),
  }
  const scripts = new PageScripts(realm, sources)

  function begin(): LoadingDocument {
    parser = createParser(scripts, document)
    return loadDocument(realm, scripts, parser)
  }

  function open(): LoadingDocument {
    forgetListeners(window)
    opened = begin()
    return opened
  }

  function writing<T>(work: () => T): T {
    const before = isWritten
    isWritten = true
    try {
      return work()
    } finally {
      isWritten = before
    }
  }

  const write = (...texts: unknown[]) => {
    const text = texts.join('')
    if (opened === undefined && scripts.isInParser && parser?.write(text)) return
    const { parser: into } = opened ?? open()
    writing(() => into.write(text))
  }

  function close(): void {
    const closing = opened
    opened = undefined
    if (closing) written(writing(() => closing.parser.end()).then(closing.finish))
  }

  const base = () => {
    const given = document.querySelector('base[href]')?.getAttribute('href')
    const own = href.startsWith('about:') ? globalThis.document.baseURI : href
    return given && URL.canParse(given, own) ? new URL(given, own).href : own
  }
  putOn(document, {
    defaultView: { value: window },
    location: { get: () => window.location, set: (to) => Object.assign(window, { location: to }) },
    ...{ URL: { value: href }, documentURI: { value: href }, baseURI: { get: base } },
    // A srcdoc document is never in quirks mode, even without a doctype.
    ...(href === 'about:srcdoc' && { compatMode: { value: 'CSS1Compat' } }),
    ...{ readyState: { value: 'complete' }, currentScript: { get: () => scripts.current } },
    write: { value: write },
    writeln: { value: (...texts: unknown[]) => write(...texts, '\n') },
    open: { value: () => open() && document },
    close: { value: close },
  })
  return {
    document,
    hold: (work) => scripts.hold(work),
    inserted: (script) => scripts.inserted(script, (one) => parser?.hasCreated(one) === true),
    read(html) {
      const loading = begin()
      return loading.parser.read(html).then(loading.finish)
    },
  }
}
