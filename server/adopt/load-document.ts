// Loads a document as a browser does: reads it, runs its scripts, tells it how far it is. In: its realm, who runs its scripts, its
// parser. Out: the loaded document. It waits for nothing that comes after the `load` event.
// https://html.spec.whatwg.org/multipage/parsing.html#the-end

import { type PageParser, uncaught } from '../happy-dom/index.ts'
import type { PageScripts } from './page-scripts.ts'
import type { Realm } from './realm.ts'

/** A document that is loading. */
export interface LoadingDocument {
  readonly scripts: PageScripts
  readonly parser: PageParser
  /** Goes on when all has been read, up to the `load` event. */
  finish(): Promise<void>
}

/** Attributes of `<body>` that are the window's handlers. */
const OF_WINDOW = ['error', 'hashchange', 'load', 'message', 'pageshow', 'popstate', 'resize']

/** Puts properties on a document, in the place of its class's. */
export function putOn(document: Document, properties: PropertyDescriptorMap): void {
  for (const [name, descriptor] of Object.entries(properties)) {
    Object.defineProperty(document, name, { configurable: true, ...descriptor })
  }
}

/** Begins to load one. */
export function loadDocument(
  realm: Realm,
  scripts: PageScripts,
  parser: PageParser,
): LoadingDocument {
  const { document, window } = realm
  let state: DocumentReadyState = 'loading'
  putOn(document, {
    readyState: { get: () => state },
    currentScript: { get: () => scripts.current },
  })

  const become = (next: DocumentReadyState) => {
    state = next
    document.dispatchEvent(new Event('readystatechange'))
  }

  async function finish(): Promise<void> {
    takeHandlers(realm)
    become('interactive')
    await scripts.runDeferred()
    // The DOM under it has one window, to which all would rise.
    const isPage = realm.context === undefined
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: isPage }))
    if (!isPage) window.dispatchEvent(new Event('DOMContentLoaded'))
    await scripts.loaded()
    become('complete')
    window.dispatchEvent(new Event('load'))
    window.dispatchEvent(new Event('pageshow'))
  }
  return { scripts, parser, finish }
}

function takeHandlers({ document, window }: Realm): void {
  for (const type of OF_WINDOW) {
    const code = document.body?.getAttribute(`on${type}`)
    if (code === null || code === undefined) continue
    try {
      const handler = new window.Function('event', code)
      window.addEventListener(type, (event) => handler.call(window, event))
    } catch (error) {
      uncaught(error)
    }
  }
}
