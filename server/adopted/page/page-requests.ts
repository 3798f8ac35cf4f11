// Loads the files of a page's scripts by the job's `fetch`. A file of a forbidden origin is left
// out, and no fault.

import { wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { inBackground, pageGlobal, waitFor } from '../../dom/index.ts'
import { fileLookup } from '../../snapshot/fetch/file-lookup.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'

export interface RequestSource {
  readonly url: string
  readonly text: string
  /** The MIME type in lower case, without parameters. */
  readonly type: string
}

export interface PageRequests {
  load(url: string, what: string): Promise<RequestSource>
  /** Whether a file exists that is no HTML page. Undefined after too many checks. */
  has(url: string): Promise<boolean> | undefined
  /** Whether files of an origin may be requested. */
  isAllowed(origin: string): boolean
  /** With the first URL of each. */
  readonly leftOut: ReadonlyMap<string, string>
}

export interface ScriptSources {
  readonly requests: PageRequests
  readonly compiler: ScriptCompiler
  /** The number of scripts, including those of frames. */
  readonly begun: { scripts: number }
}

/** @param isAllowed Whether an origin may be requested. */
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
      // Chromium's message, which pages show.
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  }
}

const MOST_NOTED = 50

const decoder = new TextDecoder()
/** Texts of files that stay: caches of scripts need not compare the same text with itself. */
const texts = new WeakMap<Uint8Array, string>()

function textOfBytes(bytes: Uint8Array): string {
  const decoded = texts.get(bytes)
  if (decoded !== undefined) return decoded
  const text = decoder.decode(bytes)
  texts.set(bytes, text)
  return text
}

export function pageRequests(
  fetch: typeof globalThis.fetch,
  isAllowed: PageRequests['isAllowed'],
  leftOut: ReadonlyMap<string, string>,
): PageRequests {
  return {
    leftOut,
    isAllowed,
    has: fileLookup(fetch),
    load(url, what) {
      const source = whileShown(read(fetch, url))
      waitFor(
        `${what} ${url}`,
        source.catch(() => undefined),
      )
      return source
    },
  }
}

/** Never settles once its page has ended. */
function whileShown<T>(work: Promise<T>): Promise<T> {
  const page = pageGlobal()
  return new Promise((resolve, reject) => {
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        if (page === pageGlobal()) how(value)
      }
    work.then(settle(resolve), settle(reject))
  })
}

async function read(fetch: typeof globalThis.fetch, url: string): Promise<RequestSource> {
  const response = await fetch(url).catch((error) => {
    throw withAddress(error, url)
  })
  if (!response.ok) throw new TypeError(`${url} returns status ${response.status}`)
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bytes = wholeBody(response)
  const text = bytes ? textOfBytes(bytes) : await inBackground(() => response.text())
  return { url: response.url || url, text, type: type ?? '' }
}

/** Node's error names neither the address nor the cause. */
function withAddress(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error.message !== 'fetch failed') return error
  const { code, message } = (error.cause ?? {}) as NodeJS.ErrnoException
  const reason = code ?? (message || 'no connection')
  return new TypeError(`${url} cannot be fetched: ${reason}`, { cause: error })
}
