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
      if (origin !== 'null' && !isAllowed(origin) && leftOut.size < MOST_NOTED) {
        if (!leftOut.has(origin)) leftOut.set(origin, url)
      }
      return fetch(input, init)
    },
  }
}

const MOST_NOTED = 50

/** Makes what loads. */
export function pageRequests(
  fetch: typeof globalThis.fetch,
  leftOut: ReadonlyMap<string, string>,
): PageRequests {
  return {
    leftOut,
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
