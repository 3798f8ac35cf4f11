/**
 * No network by surprise. In: a window, and the `fetch` that a render may use. Out: the global `fetch` is that one while a
 * page is rendered, and the render waits for it; what else could send a request does nothing, and says so to whoever asked
 * to be told (development does). Outside of renders, where contexts open their databases, `fetch` stays Node's.
 */
import type { InnerWindow } from './internals.ts'
import { waitFor } from './pending.ts'
import { inRender } from './timers.ts'

/** Node's own, before another takes its place among the globals. */
export const nodeFetch: typeof fetch = globalThis.fetch

let provided: typeof fetch | undefined
let told: (what: string) => void = () => undefined

/** Sets the `fetch` of the renders from here on. */
export function provideFetch(fetch: typeof globalThis.fetch): void {
  provided = fetch
}

/** Calls back when a page tries what does nothing here. */
export function tellOfNetwork(listener: (what: string) => void): void {
  told = listener
}

const inert = (what: string): void => {
  told(
    `${what} does nothing while a snapshot is made: load data in the route's loader, or by fetch`,
  )
}

/** What all of these have in common: a connection that is never made. */
function neverOpens(window: InnerWindow, name: string, state: object): unknown {
  return class extends window.EventTarget {
    constructor(...args: unknown[]) {
      super()
      inert(`new ${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
      Object.assign(this, state)
    }
    open(): void {}
    send(): void {}
    close(): void {}
    abort(): void {}
    setRequestHeader(): void {}
    overrideMimeType(): void {}
    getResponseHeader(): null {
      return null
    }
    getAllResponseHeaders(): string {
      return ''
    }
  }
}

export function installNetwork(window: InnerWindow): void {
  const request = { readyState: 0, status: 0, statusText: '', response: '', responseText: '' }
  Object.assign(window, {
    XMLHttpRequest: neverOpens(window, 'XMLHttpRequest', {
      ...request,
      upload: new window.EventTarget(),
    }),
    WebSocket: neverOpens(window, 'WebSocket', { readyState: 0, bufferedAmount: 0 }),
    EventSource: neverOpens(window, 'EventSource', { readyState: 0 }),
    open(...args: unknown[]) {
      // This is how happy-dom follows a link that was clicked.
      if (args[1] === '_self') {
        window.location.href = String(args[0])
        return null
      }
      inert(`open(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
      return null
    },
  })
  window.navigator.sendBeacon = () => {
    inert('navigator.sendBeacon()')
    return true
  }
}

/** Puts the `fetch` of renders among the globals. */
export function installFetch(target: typeof globalThis): void {
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (provided === undefined || !inRender()) return nodeFetch(input, init)
    const answer = provided(input, init)
    const url = typeof input === 'string' ? input : 'url' in input ? input.url : input.href
    // A page shows what it has read, not that there was an answer.
    const read = answer.then((response) => response.clone().arrayBuffer())
    waitFor(
      `a request of ${url}`,
      read.catch(() => undefined),
    )
    return answer
  }
  Object.defineProperty(target, 'fetch', { value: fetch, configurable: true, writable: true })
}
