/**
 * Makes `WebSocket` and `EventSource` fail as without a network, and reports it. `BroadcastChannel`
 * reaches its own page only; Node's would reach every worker of the process.
 * https://websockets.spec.whatwg.org/
 * https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts
 * Ours: happy-dom's would open real connections.
 */

import { defineHandlers } from '../handler-properties.ts'
import type { InnerWindow } from '../internals.ts'
import { reportUse } from './network.ts'

const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }
const SOURCE_STATES = { CONNECTING: 0, OPEN: 1, CLOSED: 2 }

export function installChannels(window: InnerWindow): void {
  const { DOMException, EventTarget } = window

  class WebSocket extends EventTarget {
    readonly url: string
    readyState = STATES.CONNECTING
    readonly bufferedAmount = 0
    readonly extensions = ''
    readonly protocol = ''
    binaryType = 'blob'

    constructor(url: string | URL) {
      super()
      if (!URL.canParse(String(url), document.baseURI)) {
        throw new DOMException(`The URL '${url}' is invalid.`, 'SyntaxError')
      }
      this.url = new URL(String(url), document.baseURI).href.replace(/^http/, 'ws')
      reportUse(`new WebSocket("${url}")`)
      globalThis.setTimeout(() => this.#fail())
    }

    send(): void {
      if (this.readyState === STATES.CONNECTING) {
        throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
      }
    }

    close(): void {
      if (this.readyState === STATES.CONNECTING) this.readyState = STATES.CLOSING
    }

    #fail(): void {
      this.readyState = STATES.CLOSED
      this.dispatchEvent(new window.Event('error'))
      const closed = { code: 1006, reason: '', wasClean: false }
      this.dispatchEvent(Object.assign(new window.Event('close'), closed))
    }
  }
  defineHandlers(WebSocket.prototype, ['open', 'message', 'error', 'close'])

  class EventSource extends EventTarget {
    readonly url: string
    readonly withCredentials: boolean
    readyState = SOURCE_STATES.CONNECTING

    constructor(url: string | URL, { withCredentials = false }: EventSourceInit = {}) {
      super()
      if (!URL.canParse(String(url), document.baseURI)) {
        throw new DOMException(`Cannot open an EventSource to '${url}'.`, 'SyntaxError')
      }
      this.url = new URL(String(url), document.baseURI).href
      this.withCredentials = withCredentials
      reportUse(`new EventSource("${url}")`)
      globalThis.setTimeout(() => {
        if (this.readyState === SOURCE_STATES.CLOSED) return
        this.close()
        this.dispatchEvent(new window.Event('error'))
      })
    }

    close(): void {
      this.readyState = SOURCE_STATES.CLOSED
    }
  }
  defineHandlers(EventSource.prototype, ['open', 'message', 'error'])

  for (const [Class, states] of [
    [WebSocket, STATES],
    [EventSource, SOURCE_STATES],
  ] as const) {
    Object.assign(Class, states)
    Object.assign(Class.prototype, states)
  }
  Object.assign(window, { WebSocket, EventSource, BroadcastChannel: broadcastOf(window) })
}

let peers = new Set<EventTarget & { readonly name: string }>()

/** A page's channels end with it. */
export function forgetChannels(): void {
  peers = new Set()
}

function broadcastOf(window: InnerWindow): unknown {
  class BroadcastChannel extends window.EventTarget {
    readonly name: string
    readonly #peers = peers

    constructor(name: unknown) {
      super()
      this.name = String(name)
      this.#peers.add(this)
    }

    postMessage(message: unknown): void {
      if (!this.#peers.has(this)) {
        throw new window.DOMException('Channel is closed', 'InvalidStateError')
      }
      for (const peer of this.#peers) {
        if (peer === this || peer.name !== this.name) continue
        const data = structuredClone(message)
        globalThis.setTimeout(() => {
          if (!this.#peers.has(peer)) return
          const { origin } = window.location
          peer.dispatchEvent(new window.MessageEvent('message', { data, origin }))
        })
      }
    }

    close(): void {
      this.#peers.delete(this)
    }
  }
  defineHandlers(BroadcastChannel.prototype, ['message', 'messageerror'])
  return BroadcastChannel
}
