/**
 * What would reach out of the thread, and that pages use as soon as it is there. In: a window. Out: workers that can be made and
 * fail, as where their script cannot be loaded; a place, a permission and a device that are refused; the navigator's smaller
 * answers. Databases, caches, notifications and service workers stay absent, for pages to notice.
 * happy-dom has no workers: capricorn86/happy-dom#839. The rest is ours: nothing may leave the thread.
 */

import type { InnerWindow } from '../internals.ts'
import { toldOf } from '../network.ts'
import { defineHandlers } from './file-reader.ts'

export function installInert(window: InnerWindow): void {
  const { DOMException, EventTarget } = window
  const fail = (target: EventTarget) =>
    globalThis.setTimeout(() =>
      target.dispatchEvent(new window.Event('error', { cancelable: true })),
    )

  class Worker extends EventTarget {
    constructor(url: string | URL) {
      super()
      toldOf(`new Worker("${url}")`)
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
      toldOf(`new SharedWorker("${url}")`)
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
  const navigator = Object.getPrototypeOf(window.navigator)
  for (const [name, value] of Object.entries({ geolocation, mediaDevices, doNotTrack: null })) {
    Object.defineProperty(navigator, name, {
      configurable: true,
      enumerable: true,
      get: () => value,
    })
  }
  Object.defineProperty(navigator, 'javaEnabled', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: () => false,
  })
}
