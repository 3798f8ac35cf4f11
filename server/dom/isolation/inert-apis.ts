/**
 * Replaces APIs that would reach out of the process, and reports each use. Sockets and event
 * sources fail as without a network, workers as without their script; devices are denied.
 * happy-dom has no workers: capricorn86/happy-dom#839. Its sockets would open real connections.
 */

import { define, type InnerWindow, override } from '../internals.ts'
import { reportLack } from './network.ts'
import { perPage } from './page-state.ts'
import { structuredClone } from './structured-clone.ts'

/** Databases, caches, notifications and service workers are absent, so that pages notice. */
export function installInert(window: InnerWindow): void {
  Object.assign(window, {
    WebSocket: webSocket(window),
    EventSource: eventSource(window),
    BroadcastChannel: broadcastChannel(window),
    Worker: workerClass(window),
    SharedWorker: sharedWorker(window),
  })
  denyNavigator(window)
  askForPermissions(window)
}

const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }
const SOURCE_STATES = { CONNECTING: 0, OPEN: 1, CLOSED: 2 }

type Class = { readonly prototype: object }

function webSocket(window: InnerWindow): Class {
  const { DOMException, EventTarget } = window
  class WebSocket extends EventTarget {
    readonly url: string
    readyState = STATES.CONNECTING
    readonly bufferedAmount = 0
    readonly extensions = ''
    readonly protocol = ''
    binaryType = 'blob'

    constructor(url: string | URL, protocols: string | string[] = []) {
      super()
      if (!URL.canParse(String(url), document.baseURI)) {
        throw new DOMException(`The URL '${url}' is invalid.`, 'SyntaxError')
      }
      this.url = new URL(String(url), document.baseURI).href.replace(/^http/, 'ws')
      // The dev server's own is no part of the app.
      if (!/^vite-/.test(String(protocols))) reportLack('web sockets', `new WebSocket("${url}")`)
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
  return WebSocket
}

function eventSource(window: InnerWindow): Class {
  const { DOMException, EventTarget } = window
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
      reportLack('event sources', `new EventSource("${url}")`)
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
  return EventSource
}

const peers = perPage(() => new Set<EventTarget & { readonly name: string }>())

/** Node's would reach every worker of the process. */
function broadcastChannel(window: InnerWindow): Class {
  class BroadcastChannel extends window.EventTarget {
    readonly name: string
    readonly #peers = peers()

    constructor(name: unknown) {
      super()
      this.name = String(name)
      this.#peers.add(this)
    }

    postMessage(message: unknown): void {
      if (!this.#peers.has(this)) {
        throw new window.DOMException('Channel is closed', 'InvalidStateError')
      }
      structuredClone(message)
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
  return BroadcastChannel
}

const failLater = (window: InnerWindow, target: EventTarget): unknown =>
  globalThis.setTimeout(() => target.dispatchEvent(new window.Event('error', { cancelable: true })))

function workerClass(window: InnerWindow): Class {
  class Worker extends window.EventTarget {
    constructor(url: string | URL) {
      super()
      reportLack('web workers', `new Worker("${url}")`)
      failLater(window, this)
    }
    postMessage(message: unknown): void {
      structuredClone(message)
    }
    terminate(): void {}
  }
  return Worker
}

function sharedWorker(window: InnerWindow): Class {
  const { EventTarget } = window
  class SharedWorker extends EventTarget {
    readonly port = Object.assign(new EventTarget(), {
      onmessage: null,
      postMessage: structuredClone,
      start() {},
      close() {},
    })
    constructor(url: string | URL) {
      super()
      reportLack('shared workers', `new SharedWorker("${url}")`)
      failLater(window, this)
    }
  }
  return SharedWorker
}

/** The permissions that Chromium grants without a question. */
const GRANTED = new Set([
  ...['accelerometer', 'background-sync', 'clipboard-write', 'gyroscope', 'magnetometer'],
  ...['payment-handler', 'screen-wake-lock'],
])

/** happy-dom grants all. https://w3c.github.io/permissions/#query-method */
function askForPermissions({ navigator }: InnerWindow): void {
  override<Permissions>(Object.getPrototypeOf(navigator.permissions), {
    async query(descriptor) {
      const status = await super.query(descriptor)
      const state = GRANTED.has(descriptor.name) ? 'granted' : 'prompt'
      return Object.defineProperty(status, 'state', { configurable: true, value: state })
    },
  })
}

type OnRefused = (error: { code: number; message: string }) => void

function denyNavigator({ DOMException, EventTarget, navigator }: InnerWindow): void {
  const refusePosition = (_: unknown, onRefused?: OnRefused): number => {
    globalThis.setTimeout(() => onRefused?.({ code: 1, message: 'User denied Geolocation' }))
    return 0
  }
  const geolocation = {
    getCurrentPosition: (onPosition: unknown, onRefused?: OnRefused) =>
      void refusePosition(onPosition, onRefused),
    watchPosition: refusePosition,
    clearWatch() {},
  }
  const refuse = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [],
    getSupportedConstraints: () => ({}),
    getUserMedia: refuse,
    getDisplayMedia: refuse,
  })
  define(Object.getPrototypeOf(navigator), {
    get geolocation() {
      return geolocation
    },
    get mediaDevices() {
      return mediaDevices
    },
    get doNotTrack() {
      return null
    },
    javaEnabled: () => false,
  })
}
