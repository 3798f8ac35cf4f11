// Handles a page that reloads itself, as some do once, with a mark in storage, a cookie or the
// query: it is loaded again with what it keeps, in a new realm, or reported as an endless loop.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#reload

import { Buffer } from 'node:buffer'
import { deserialize, serialize } from 'node:v8'
import { withoutFragment } from '../../../src/url.ts'
import { pageGlobal } from '../../dom/index.ts'
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

/** The state that a page keeps when it loads itself again. */
export interface KeptByPage {
  /** Its new URL, with the fragment. */
  readonly url: string
  readonly local: Entries
  readonly session: Entries
  /** Cookies that the page can read. */
  readonly cookies: Entries
  /** `window.name`. */
  readonly name: string
  /** True for a reload, false for a navigation. */
  readonly isReload: boolean
  /** `history.state` of a reloaded page, serialized. */
  readonly state: string | undefined
  readonly loads: number
}

type Entries = readonly (readonly [name: string, value: string])[]

/**
 * Takes the state of the page before it loads again.
 * @param before From its last load.
 * @returns Undefined if it loads without end.
 */
export function keptByPage(
  { url, isReload }: Reload,
  before: KeptByPage | undefined,
): KeptByPage | undefined {
  const loads = (before?.loads ?? 1) + 1
  const kept: KeptByPage = {
    ...{ url, isReload, loads, name: String(Reflect.get(pageGlobal(), 'name')) },
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
  return isEndless || loads > MOST_LOADS || text.length > MOST_KEPT ? undefined : kept
}

/** Restores the kept state in a page that has begun. */
export function putKept({ local, session, cookies, state }: KeptByPage): void {
  if (state) history.replaceState(deserialize(Buffer.from(state, 'base64')), '')
  for (const [key, value] of local) localStorage.setItem(key, value)
  for (const [key, value] of session) sessionStorage.setItem(key, value)
  for (const [key, value] of cookies) Reflect.set(document, 'cookie', `${key}=${value}; path=/`)
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
