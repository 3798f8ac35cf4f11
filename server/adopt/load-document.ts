// Loads a document as a browser does: reads it, runs its scripts, tells it how far it is. In: its realm, who runs its scripts, its
// parser. Out: the loaded document. It waits for nothing that comes after the `load` event.
// https://html.spec.whatwg.org/multipage/parsing.html#the-end

import { setImmediate } from 'node:timers/promises'
import type { PageParser } from '../happy-dom/index.ts'
import type { PageScripts } from './page-scripts.ts'
import type { Realm } from './realm.ts'

/** A document that is loading. */
export interface LoadingDocument {
  readonly scripts: PageScripts
  readonly parser: PageParser
  /** Goes on when all has been read, up to the `load` event. */
  finish(): Promise<void>
}

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
    become('interactive')
    await scripts.runDeferred()
    // The DOM under it has one window, to which all would rise.
    const isPage = realm.context === undefined
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: isPage }))
    if (!isPage) window.dispatchEvent(new Event('DOMContentLoaded'))
    await scripts.loaded()
    // It is a task of its own.
    await setImmediate()
    become('complete')
    window.dispatchEvent(new Event('load'))
    window.dispatchEvent(new Event('pageshow'))
  }
  return { scripts, parser, finish }
}
