// Files that a page's scripts are made of. In: the job's `fetch`, an address. Out: the text, with its type; or an error that
// says what is wrong with it. What another origin has, and may not be asked, is noted for the log: it is left out, not a fault.

import { waitFor } from '../happy-dom/index.ts'
import type { ScriptCompiler } from '../render/script-compiler.ts'

/** A file. */
export interface Source {
  /** Where it was found in the end. */
  readonly url: string
  readonly text: string
  /** Its MIME type, in lower case and without parameters. */
  readonly type: string
}

/** Loads files of a page. */
export interface PageRequests {
  load(url: string, what: string): Promise<Source>
  /** Whether there is something else than a page; undefined when it has been asked of too many. */
  has(url: string): Promise<boolean> | undefined
  /** Origins that were not asked, each with the first address. */
  readonly leftOut: ReadonlyMap<string, string>
}

/** What scripts are made of. */
export interface ScriptSources {
  readonly requests: PageRequests
  readonly compiler: ScriptCompiler
  /** How many the page has begun, those of its frames among them. */
  readonly begun: { scripts: number }
}

/** Notes what is refused. @param isAllowed Whether an origin may be asked. */
export function noteLeftOut(
  fetch: typeof globalThis.fetch,
  isAllowed: (origin: string) => boolean,
): { readonly fetch: typeof globalThis.fetch; readonly leftOut: Map<string, string> } {
  const leftOut = new Map<string, string>()
  return {
    leftOut,
    fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input)
      const origin = URL.canParse(url) ? new URL(url).origin : 'null'
      if (origin === 'null' || isAllowed(origin)) return fetch(input, init)
      if (leftOut.size < MOST_NOTED && !leftOut.has(origin)) leftOut.set(origin, url)
      // What Chromium says, as pages show it; the log says why.
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  }
}

const MOST_NOTED = 50

/** Of so many files a page may ask whether they are there. */
const MOST_ASKED = 500

/** Makes what loads. */
export function pageRequests(
  fetch: typeof globalThis.fetch,
  leftOut: ReadonlyMap<string, string>,
): PageRequests {
  const known = new Map<string, Promise<boolean>>()
  return {
    leftOut,
    has(url) {
      const found = known.get(url)
      if (found || known.size >= MOST_ASKED) return found
      const asked = isThere(fetch, url)
      known.set(url, asked)
      return asked
    },
    load(url, what) {
      const source = read(fetch, url)
      waitFor(
        `${what} ${url}`,
        source.catch(() => undefined),
      )
      return source
    },
  }
}

async function read(fetch: typeof globalThis.fetch, url: string): Promise<Source> {
  const response = await fetch(url)
  if (!response.ok) throw new TypeError(`${url} is answered ${response.status}`)
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  return { url: response.url || url, text: await response.text(), type: type ?? '' }
}

/** Answers of servers that do not know the method. */
const UNKNOWN_METHOD = [405, 501]

async function isThere(fetch: typeof globalThis.fetch, url: string): Promise<boolean> {
  try {
    const { status, ok, headers } = await fetch(url, { method: 'HEAD' })
    // Many servers answer what they do not have with the app.
    const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '')
    return UNKNOWN_METHOD.includes(status) || (ok && !isPage)
  } catch {
    return false
  }
}
