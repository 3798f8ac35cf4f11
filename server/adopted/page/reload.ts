// Handles an adopted page that loads itself again, as some do once: a new realm gets its storage,
// cookies and history.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#reload

import { Buffer } from 'node:buffer'
import { deserialize, serialize } from 'node:v8'
import { withoutFragment } from '../../../src/url.ts'
import { pageGlobal } from '../../dom/index.ts'
import type { PageRequests } from './page-requests.ts'

export class Reload extends Error {
  readonly url: string
  readonly type: 'reload' | 'navigate'

  /** @param type `navigate`: to another address of the same file. */
  constructor(url: string, type: Reload['type']) {
    super(`The page reloads itself as soon as it has loaded: ${url}`)
    this.url = url
    this.type = type
  }
}

/** A page that loads more often never ends. */
const MOST_LOADS = 4

/** Characters; browsers refuse more. */
const MOST_CHARACTERS = 5_000_000

export interface CarriedState {
  /** With the fragment. */
  readonly url: string
  readonly local: Entries
  readonly session: Entries
  readonly cookies: Entries
  /** `window.name`. */
  readonly name: string
  /** Whether it is a reload, not a navigation. */
  readonly isReload: boolean
  /** `history.state` of a reloaded page, serialized. */
  readonly state: string | undefined
  readonly loads: number
}

type Entries = readonly (readonly [name: string, value: string])[]

/** @param before From its last load. @returns Undefined if it loads without end. */
export function carriedState(
  { url, type }: Reload,
  before: CarriedState | undefined,
): CarriedState | undefined {
  const isReload = type === 'reload'
  const loads = (before?.loads ?? 1) + 1
  const carried: CarriedState = {
    url,
    isReload,
    loads,
    name: String(Reflect.get(pageGlobal(), 'name')),
    state: isReload ? serialize(history.state).toString('base64') : undefined,
    local: entriesOf(localStorage),
    session: entriesOf(sessionStorage),
    cookies: document.cookie.split('; ').flatMap((one) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(one) ?? []
      return name === '' ? [] : [[name, value] as const]
    }),
  }
  const serialized = JSON.stringify(carried)
  // With the same state, the page would do the same again.
  const isEndless = before !== undefined && serialized === JSON.stringify({ ...before, loads })
  return isEndless || loads > MOST_LOADS || serialized.length > MOST_CHARACTERS
    ? undefined
    : carried
}

/** Restores the state in a page that has begun. */
export function restoreState({ local, session, cookies, state }: CarriedState): void {
  if (state) history.replaceState(deserialize(Buffer.from(state, 'base64')), '')
  for (const [key, value] of local) localStorage.setItem(key, value)
  for (const [key, value] of session) sessionStorage.setItem(key, value)
  for (const [key, value] of cookies) Reflect.set(document, 'cookie', `${key}=${value}; path=/`)
}

/** The HTML of the address: another query may be another document. */
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
