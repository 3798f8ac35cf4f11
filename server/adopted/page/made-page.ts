// Loads a real browser's document of an adopted page into the window, without running scripts. The
// page's own file shows whether any script had an effect.

import { createParser, openRealmPage, setScriptRunner, uncaught } from '../../dom/index.ts'
import { textLength } from '../../html/shown-text.ts'
import type { MadeDocument } from '../../snapshot/pool/protocol.ts'
import { serializeChildren } from '../../snapshot/serialize/index.ts'
import type { AdoptedJob } from './adopted-job.ts'
import type { LoadingPage } from './load-page.ts'

/**
 * @param given The file of the page, and its job.
 * @returns The outcomes of its scripts in the browser.
 */
export async function readMade(
  made: MadeDocument,
  { html, own }: Pick<AdoptedJob, 'html' | 'own'>,
): Promise<LoadingPage['outcomes']> {
  openRealmPage(made.url, made.url, own)
  setScriptRunner(() => undefined)
  await createParser({ run: () => undefined }).read(made.html)
  // Errors in the browser count like errors here.
  for (const error of made.errors) uncaught(Object.assign(new Error(error), { stack: error }))
  const isFile = made.errors.length > 0 && shownBy(document) === shownBy(parsed(html))
  return { ran: isFile ? 0 : 1, threw: made.errors.length, missing: 0 }
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

const shownBy = ({ body }: Document): number => textLength(serializeChildren(body))
