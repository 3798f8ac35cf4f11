/**
 * No network by surprise. In: a window. Out: the global `fetch` is that of the job whose code calls it, relative to its page,
 * and a page that is being drawn waits for it; what else could send a request does nothing, and says so to whoever asked
 * to be told (development does). Outside of jobs, where contexts open their databases, `fetch` stays Node's.
 */
import { wholeBody } from '../runtime/whole-body.ts'
import { outsideJobs, scope } from './context.ts'
import { beforeFetchClasses, fetchClasses } from './fetch-classes.ts'
import type { InnerWindow } from './internals.ts'
import { nativeUrl } from './object-urls.ts'
import { goInFrame } from './page-frames.ts'
import { waitFor } from './pending.ts'
import { inRender, shownJob } from './timers.ts'

/** Node's own, before another takes its place among the globals. */
const { fetch: send } = globalThis

/** Sends anything anywhere, and reads the object URLs of pages. */
export const nodeFetch: typeof fetch = async (input, init) => {
  const url = typeof input === 'string' ? input : 'url' in input ? input.url : input.href
  const native = url.startsWith('blob:') ? nativeUrl(url) : undefined
  const { method, signal } = { ...(typeof input === 'object' && 'url' in input && input), ...init }
  if (native === undefined) {
    return send(input, init).catch((error: unknown) => {
      if (!isClosed(error) || !/^(?:get|head)$/i.test(method ?? 'GET')) throw error
      return send(input, init)
    })
  }
  const response = await send(native, { method: method ?? 'GET', signal: signal ?? null })
  return Object.defineProperty(response, 'url', { configurable: true, value: url })
}

/**
 * Whether the server has closed the connection. It may have been idle while the thread computed, and nobody has heard of its end yet.
 * Browsers send again as well. https://www.rfc-editor.org/rfc/rfc9112.html#section-9.3.1
 */
function isClosed(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown }
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(code))
}

let told: (what: string) => void = () => undefined

/** Calls back when a page tries what does nothing here. */
export function tellOfNetwork(listener: (what: string) => void): void {
  told = listener
}

/** Tells that something was tried which does nothing here. */
export const toldOf = (what: string): void => {
  scope()?.job?.trace?.tried(what)
  told(
    `${what} does nothing while a snapshot is made: load data in the route's loader, or by fetch`,
  )
}

export function installNetwork(window: InnerWindow): void {
  Object.assign(window, {
    open(...args: unknown[]) {
      // This is how happy-dom follows a link that was clicked.
      const target = String(args[1] ?? '')
      if (/^_(?:self|top|parent)$/i.test(target)) {
        window.location.href = String(args[0])
        return null
      }
      if (goInFrame(target, String(args[0]))) return window.frames[target as never] ?? null
      toldOf(`open(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
      return null
    },
  })
  window.navigator.sendBeacon = () => {
    toldOf('navigator.sendBeacon()')
    return true
  }
}

/** The job that a request is for; code without a scope of its own is a module's that is kept, called by the page that is shown. */
const requester = () => {
  const own = scope()
  return own ? own.job : shownJob()
}

/** What relative URLs of the caller start from; undefined outside of jobs. */
export const baseUrl = (): string | undefined =>
  inRender() ? globalThis.document.baseURI : requester()?.url

/** Puts the `fetch` of jobs among the globals. */
export function installFetch(target: typeof globalThis): void {
  /** What is asked for, where pages name it by a relative URL. */
  function resolved(input: unknown): unknown {
    if (input instanceof fetchClasses().Request) return input
    const base = baseUrl()
    const text = String(input)
    return base !== undefined && URL.canParse(text, base) ? new URL(text, base).href : input
  }

  const fetch: typeof globalThis.fetch = (input, init) => {
    const asked = resolved(input) as RequestInfo
    const job = requester()
    // What Node starts for it, such as timers of connections, is none of the page's.
    const answer = job ? job.fetch(asked, init) : outsideJobs(() => nodeFetch(asked, init))
    if (!inRender()) return answer
    // A page shows what it has read, not that there was an answer. Whoever reads first sets the timers of the connection, and
    // those are Node's: the page's have no `unref`.
    const read = answer.then(
      (response): unknown =>
        wholeBody(response) ?? outsideJobs(() => response.clone().arrayBuffer()),
    )
    waitFor(
      `a request of ${asked instanceof Request ? asked.url : asked}`,
      read.catch(() => undefined),
    )
    return answer
  }
  Object.defineProperty(target, 'fetch', { value: fetch, configurable: true, writable: true })
  beforeFetchClasses((classes) => {
    classes.Request = new Proxy(classes.Request, {
      construct: (given, [input, ...rest], made) =>
        Reflect.construct(given, [resolved(input), ...rest], made),
    })
  })
}
