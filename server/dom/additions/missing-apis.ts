/**
 * Adds minimal versions of APIs: fonts are loaded, transitions done, dialogs have no effect. APIs
 * that reach out of the worker or store data (workers, databases, caches) stay absent, so that apps
 * notice. The Navigation API too: apps then use the history. Additions: happy-dom lacks them.
 */
import { createRequire } from 'node:module'
import { HappyDOM } from '#happy-dom'
import { define, descriptorOf, type InnerWindow } from '../internals.ts'
import { report } from '../isolation/errors.ts'

const require = createRequire(import.meta.url)

export function installAbsent(window: InnerWindow): void {
  Object.assign(window, {
    reportError: (error: unknown) => report(window, error),
    alert() {},
    confirm: () => false,
    prompt: () => null,
    print() {},
    stop() {},
    status: '',
    frameElement: null,
    clientInformation: window.navigator,
    visualViewport: viewport(window),
  })
  Object.defineProperties(window, {
    isSecureContext: { configurable: true, get: () => isSecure(window.location) },
    origin: { configurable: true, get: () => window.location.origin },
  })
  if (!('URLPattern' in globalThis)) {
    Object.defineProperty(window, 'URLPattern', {
      configurable: true,
      get: () => require('urlpattern-polyfill').URLPattern,
    })
  }
  // Null in happy-dom: pages take them for present.
  for (const name of ['locks', 'credentials'])
    Reflect.deleteProperty(Object.getPrototypeOf(window.navigator), name)
  installDocumentApis(window)
  installElementApis(window)
  removeTouch(window)
}

const isSecure = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname)

function viewport(window: InnerWindow): EventTarget {
  const { innerWidth: width, innerHeight: height } = window
  const state = { width, height, scale: 1, offsetLeft: 0, offsetTop: 0, pageLeft: 0, pageTop: 0 }
  return Object.assign(new window.EventTarget(), state)
}

function installDocumentApis(window: InnerWindow): void {
  const fonts = Object.assign(new window.EventTarget(), {
    status: 'loaded',
    size: 0,
    add() {},
    delete: () => false,
    check: () => true,
    load: async () => [],
    forEach() {},
    [Symbol.iterator]: () => [][Symbol.iterator](),
  })
  Object.defineProperty(fonts, 'ready', { configurable: true, value: Promise.resolve(fonts) })
  const two = (part: number) => String(part).padStart(2, '0')
  define<Document>(HappyDOM.Document.prototype, {
    get compatMode() {
      return this.doctype || this.contentType !== 'text/html' ? 'CSS1Compat' : 'BackCompat'
    },
    fonts,
    prerendering: false,
    fullscreenElement: null,
    pictureInPictureEnabled: true,
    pictureInPictureElement: null,
    exitPictureInPicture: () => refusePicture(window),
    exitFullscreen: () => Promise.reject(new TypeError('Document not active')),
    caretPositionFromPoint: () => null,
    startViewTransition(options?: (() => unknown) | { update?: () => unknown }) {
      const update = typeof options === 'function' ? options : options?.update
      const updated = Promise.resolve().then(() => update?.())
      const finished = updated.then(() => undefined)
      for (const promise of [updated, finished]) promise.catch(() => undefined)
      return { updateCallbackDone: finished, ready: finished, finished, skipTransition() {} }
    },
    // The current time, as where a server sends none.
    get lastModified() {
      const now = new Date()
      const date = [now.getMonth() + 1, now.getDate(), now.getFullYear()].map(two).join('/')
      return `${date} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')}`
    },
    get anchors() {
      return this.querySelectorAll('a[name]')
    },
  })
  for (const [name, tag] of Object.entries({ images: 'img', embeds: 'embed', plugins: 'embed' })) {
    define<Document>(HappyDOM.Document.prototype, {
      get [name]() {
        return this.getElementsByTagName(tag)
      },
    })
  }
}

function installElementApis(window: InnerWindow): void {
  const { Element } = window
  define<Element>(Element.prototype, {
    requestFullscreen: () => Promise.reject(new TypeError('Permissions check failed')),
    currentCSSZoom: 1,
    scrollIntoViewIfNeeded() {},
  })
  define<HTMLVideoElement>(window.HTMLVideoElement.prototype, {
    requestPictureInPicture: () => refusePicture(window),
  })
  define<SVGSVGElement>(window.SVGSVGElement.prototype, {
    suspendRedraw: () => 1,
    unsuspendRedraw() {},
    unsuspendRedrawAll() {},
    forceRedraw() {},
  })
  for (const name of ['remove', 'before', 'after', 'replaceWith']) {
    const method = descriptorOf(window.CharacterData.prototype, name)
    Object.defineProperty(window.DocumentType.prototype, name, method)
  }
}

const refusePicture = async ({ DOMException }: InnerWindow): Promise<never> => {
  throw new DOMException('A user gesture is required.', 'NotAllowedError')
}

/** Removes handlers by which pages recognize a screen for touch. */
function removeTouch(window: InnerWindow): void {
  const owners = [window, window.Window, window.HTMLElement, window.SVGElement, HappyDOM.Document]
  for (const owner of owners.flatMap((object) => [object, Reflect.get(object, 'prototype')])) {
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'])
      if (owner) Reflect.deleteProperty(owner as object, `on${name}`)
  }
}
