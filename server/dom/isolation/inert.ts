/**
 * Replaces APIs that would reach out of the worker. Workers fail as if their script is missing.
 * Location, permissions and devices are denied. Databases, caches, notifications and service
 * workers are absent, so that pages notice.
 * happy-dom has no workers: capricorn86/happy-dom#839. The rest is ours: nothing may leave the
 * worker.
 */

import { defineHandlers } from '../handler-properties.ts'
import { define, type InnerWindow } from '../internals.ts'
import { reportUse } from './network.ts'

export function installInert(window: InnerWindow): void {
  const { DOMException, EventTarget } = window
  const fail = (target: EventTarget) =>
    globalThis.setTimeout(() =>
      target.dispatchEvent(new window.Event('error', { cancelable: true })),
    )

  class Worker extends EventTarget {
    constructor(url: string | URL) {
      super()
      reportUse(`new Worker("${url}")`)
      fail(this)
    }
    postMessage(): void {}
    terminate(): void {}
  }
  defineHandlers(Worker.prototype, ['message', 'messageerror', 'error'])

  class SharedWorker extends EventTarget {
    readonly port = Object.assign(new EventTarget(), {
      onmessage: null,
      postMessage() {},
      start() {},
      close() {},
    })
    constructor(url: string | URL) {
      super()
      reportUse(`new SharedWorker("${url}")`)
      fail(this)
    }
  }
  defineHandlers(SharedWorker.prototype, ['error'])
  Object.assign(window, { Worker, SharedWorker })

  type Refused = (error: { code: number; message: string }) => void
  const refusePlace = (_: unknown, refused?: Refused): number => {
    globalThis.setTimeout(() => refused?.({ code: 1, message: 'User denied Geolocation' }))
    return 0
  }
  const geolocation = {
    getCurrentPosition: (found: unknown, refused?: Refused) => void refusePlace(found, refused),
    watchPosition: refusePlace,
    clearWatch() {},
  }
  const refused = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [],
    getSupportedConstraints: () => ({}),
    getUserMedia: refused,
    getDisplayMedia: refused,
  })
  define(Object.getPrototypeOf(window.navigator), {
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
