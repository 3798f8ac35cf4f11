// Handles a page that reloads itself, as some do once, with a mark in storage, a cookie or the
// query. The answer carries its kept state for another worker, or reports an endless loop.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#reload

import { Buffer } from 'node:buffer'
import { deserialize, serialize } from 'node:v8'
import { withoutFragment } from '../../../src/url.ts'
import type { KeptByPage } from '../../snapshot/pool/kept-by-page.ts'
import type { Answer, Job } from '../../snapshot/pool/protocol.ts'
import type { PageRequests } from './page-requests.ts'

/** The page reloads itself at this address, so it has no result. */
export class Reload extends Error {
  readonly url: string

  readonly isReload: boolean

  /** @param isReload True for `location.reload()`, false for an address. */
  constructor(url: string, isReload: boolean) {
    super(`The page reloads itself as soon as it has loaded: ${url}`)
    this.url = url
    this.isReload = isReload
  }
}

/** A page that loads more often never ends. */
const MOST_LOADS = 4

/** Characters; browsers refuse more. */
const MOST_KEPT = 5_000_000

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
  // With the same kept state as last time, it would do the same again.
  const isEndless = before !== undefined && text === JSON.stringify({ ...before, loads })
  return isEndless || loads > MOST_LOADS || text.length > MOST_KEPT
    ? { type: 'crashed', error: message }
    : { type: 'crashed', error: message, again: kept }
}

/** Restores the kept state in a page that has begun. */
export function putKept({ local, session, cookies, name, state }: KeptByPage): void {
  if (state) history.replaceState(deserialize(Buffer.from(state, 'base64')), '')
  for (const [key, value] of local) localStorage.setItem(key, value)
  for (const [key, value] of session) sessionStorage.setItem(key, value)
  for (const [key, value] of cookies) Reflect.set(document, 'cookie', `${key}=${value}; path=/`)
  window.name = name
}

/** The HTML at the page's address: another query may be another document. */
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
