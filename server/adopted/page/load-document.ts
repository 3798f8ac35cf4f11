// Loads the document of a page or a frame as a browser does: parses it, runs its scripts, and fires
// its events up to `load`.
// https://html.spec.whatwg.org/multipage/parsing.html#the-end

import { setImmediate } from 'node:timers/promises'
import { type PageParser, setLoading } from '../../dom/index.ts'
import type { PageScripts, ScriptedDocument } from './page-scripts.ts'

export interface LoadingDocument {
  readonly scripts: PageScripts
  readonly parser: PageParser
  finish(): Promise<void>
}

/** Defines properties that override those of the document's class. */
export function putOn(document: Document, properties: PropertyDescriptorMap): void {
  for (const [name, descriptor] of Object.entries(properties)) {
    Object.defineProperty(document, name, { configurable: true, ...descriptor })
  }
}

export function loadDocument(
  scripted: ScriptedDocument,
  scripts: PageScripts,
  parser: PageParser,
): LoadingDocument {
  const { document, isPage, isShown, dispatch } = scripted
  let state: DocumentReadyState = 'loading'
  putOn(document, {
    readyState: { get: () => state },
    currentScript: { get: () => scripts.current },
  })

  const become = (next: DocumentReadyState) => {
    state = next
    document.dispatchEvent(new Event('readystatechange'))
  }

  if (isPage) setLoading(true)

  async function finish(): Promise<void> {
    become('interactive')
    await scripts.runDeferred()
    if (!isShown()) return
    // The one window of the DOM would receive every document's events.
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: isPage }))
    if (!isPage) dispatch(new Event('DOMContentLoaded'))
    await scripts.loaded()
    // Loading is a task of its own.
    await setImmediate()
    if (!isShown()) return
    become('complete')
    dispatch(new Event('load'))
    dispatch(new Event('pageshow'))
    if (isPage) setLoading(false)
  }
  return { scripts, parser, finish }
}
