/**
 * Gives the page a `fetch` with URLs relative to it. Other network APIs do nothing and report it
 * (shown in development). Background work has Node's `fetch`.
 */
import { wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { Installed } from '../installed.ts'
import type { InnerWindow } from '../internals.ts'
import { goInFrame } from '../page/resource-loaders.ts'
import { pageGlobal } from '../realm/realm.ts'
import { inBackground } from './background.ts'
import { beforeFetchClasses, fetchClasses } from './http-client.ts'
import { nativeUrl } from './object-urls.ts'
import { PageContext, refusalOf } from './page-context.ts'
import { waitForRequest } from './pending.ts'
import { isLate } from './retire.ts'
import { inRender } from './timers.ts'

const { fetch: send } = globalThis

/** Sends as Node's `fetch` does, and reads object URLs of pages too. */
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
 * Whether the server closed an idle connection while the worker computed. Browsers retry as well.
 * https://www.rfc-editor.org/rfc/rfc9112.html#section-9.3.1
 */
function isClosed(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown }
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(code))
}

const onUse = new Installed((_: string): void => undefined)

export function onNetworkUse(listener: (what: string) => void): void {
  onUse.value = listener
}

export const reportUse = (what: string): void => {
  PageContext.current?.trace?.tried(what)
  onUse.value(
    `${what} does nothing while a snapshot is made: load data in the route's loader, or by fetch`,
  )
}

const told = new Set<string>()

/** Warns in production too, once a worker: the page shows what it has for browsers without it. */
export function reportLack(
  feature: string,
  call: string,
  effect = 'it shows what your code shows without',
): void {
  const context = PageContext.current
  context?.trace?.tried(call)
  if (!context || told.has(feature)) return
  told.add(feature)
  context.lacked.push(
    `A snapshot has no ${feature}, which the page asks for by ${call}: ${effect}. Load what matters in the route's loader`,
  )
}

export function installNetwork(window: InnerWindow): void {
  Object.assign(window, {
    open(...args: unknown[]) {
      // happy-dom follows clicked links this way.
      const target = String(args[1] ?? '')
      if (/^_(?:self|top|parent)$/i.test(target)) {
        window.location.href = String(args[0])
        return null
      }
      if (goInFrame(target, String(args[0]))) return Reflect.get(pageGlobal(), target) ?? null
      reportUse(`open(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
      return null
    },
  })
  window.navigator.sendBeacon = () => {
    reportUse('navigator.sendBeacon()')
    return true
  }
}

/** @returns The base URL of the page; undefined outside of pages. */
export const baseUrl = (): string | undefined =>
  inRender() ? globalThis.document.baseURI : undefined

/** SIDE EFFECT: installs the `fetch` of pages. */
export function installFetch(target: typeof globalThis): void {
  function resolved(input: unknown): unknown {
    if (input instanceof fetchClasses().Request) return input
    const base = baseUrl()
    const address = String(input)
    return base !== undefined && URL.canParse(address, base) ? new URL(address, base).href : input
  }

  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = resolved(input) as RequestInfo
    const context = PageContext.current
    if (!context && isLate()) return Promise.reject(new TypeError(refusalOf(String(request))))
    const answer = context
      ? context.fetch(request, init)
      : inBackground(() => nodeFetch(request, init))
    if (!inRender()) return answer
    // Waits for the body: pages show content, not responses.
    const read = answer.then(
      (response): unknown =>
        wholeBody(response) ?? inBackground(() => response.clone().arrayBuffer()),
    )
    waitForRequest(String(request instanceof Request ? request.url : request), answer, read)
    return answer
  }
  Object.defineProperty(target, 'fetch', { value: fetch, configurable: true, writable: true })
  beforeFetchClasses((classes) => {
    classes.Request = new Proxy(classes.Request, {
      construct: (Native, [input, ...rest], newTarget) =>
        Reflect.construct(Native, [resolved(input), ...rest], newTarget),
    })
  })
}
