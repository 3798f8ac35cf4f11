// Takes the document that a real browser has made of an adopted page. In: its HTML, where the page has come to, what it reported. Out:
// the window's document is that one, and has run no script. Whether any script has done anything is told by what the file of the
// page shows by itself.

import { begin, declareShadowRoots, openPage, runScriptsBy, uncaught } from '../happy-dom/index.ts'
import { textLength } from '../html/shown-text.ts'
import type { MadeDocument } from '../pool/protocol.ts'
import { serializeChildren } from '../serialize/index.ts'
import type { LoadingPage } from './load-page.ts'

/**
 * Reads it.
 *
 * @param html The file of the page.
 * @returns How its scripts have fared there.
 */
export async function readMade(made: MadeDocument, html: string): Promise<LoadingPage['outcomes']> {
  begin(made.url)
  runScriptsBy(() => undefined)
  await openPage({ run: () => undefined }).read(made.html)
  declareShadowRoots(document)
  // What it reported there counts as if it had been reported here.
  for (const error of made.errors) uncaught(Object.assign(new Error(error), { stack: error }))
  const isFile = made.errors.length > 0 && shownBy(document) === shownBy(parsed(html))
  return { ran: isFile ? 0 : 1, threw: made.errors.length, missing: 0 }
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** How much text a document shows. */
const shownBy = ({ body }: Document): number => textLength(serializeChildren(body))
