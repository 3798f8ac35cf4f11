// A page that loads itself anew, as some do once, with a mark in storage, a cookie or the query of their address. In: where it goes, its
// job. Out: an answer that says what it keeps, with which another worker loads it; or that it does so without end.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#reload

import { Buffer } from 'node:buffer'
import { deserialize, serialize } from 'node:v8'
import { withoutFragment } from '../../src/url.ts'
import type { KeptByPage } from '../pool/kept-by-page.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import type { PageRequests } from './page-requests.ts'

/** Why nothing comes of a page: it loads itself anew, at this address. */
export class Reload extends Error {
  readonly url: string

  readonly isReload: boolean

  /** @param isReload By `location.reload()`; else by an address. */
  constructor(url: string, isReload: boolean) {
    super(`The page loads itself anew as soon as it is loaded: ${url}`)
    this.url = url
    this.isReload = isReload
  }
}

/** A page that is loaded more often does not end. */
const MOST_LOADS = 4

/** Characters; browsers refuse more. */
const MOST_KEPT = 5_000_000

/** The answer of a page that loads itself anew. */
export function reloadAnswer({ url, isReload, message }: Reload, { kept: before }: Job): Answer {
  const loads = (before?.loads ?? 1) + 1
  const kept: KeptByPage = {
    ...{ url, isReload, loads, name: String(window.name) },
    state: isReload ? serialize(history.state).toString('base64') : undefined,
    local: entriesOf(localStorage),
    session: entriesOf(sessionStorage),
    cookies: document.cookie.split('; ').flatMap((one) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(one) ?? []
      return name === '' ? [] : [[name, value] as const]
    }),
  }
  const text = JSON.stringify(kept)
  // What finds the same as the last time does the same.
  const isEndless = before !== undefined && text === JSON.stringify({ ...before, loads })
  return isEndless || loads > MOST_LOADS || text.length > MOST_KEPT
    ? { type: 'crashed', error: message }
    : { type: 'crashed', error: message, again: kept }
}

/** Gives a page that has begun what it has kept. */
export function putKept({ local, session, cookies, name, state }: KeptByPage): void {
  if (state) history.replaceState(deserialize(Buffer.from(state, 'base64')), '')
  for (const [key, value] of local) localStorage.setItem(key, value)
  for (const [key, value] of session) sessionStorage.setItem(key, value)
  for (const [key, value] of cookies) Reflect.set(document, 'cookie', `${key}=${value}; path=/`)
  window.name = name
}

/** The HTML of where the page is: another query may be another document. */
export async function htmlHere(
  { html, requests }: { readonly html: string; readonly requests: PageRequests },
  url: string,
): Promise<string> {
  const here = withoutFragment(location.href)
  return here === url ? html : (await requests.load(here, 'the page')).text
}

const entriesOf = (storage: Storage): (readonly [string, string])[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').map(
    (key) => [key, storage.getItem(key) ?? ''] as const,
  )
