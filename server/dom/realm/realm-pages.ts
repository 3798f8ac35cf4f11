/**
 * Opens and closes pages with scripts of their own, in a worker of adopted pages. Each loses its
 * realm at its end: its timers, promises, ports and requests then call nothing.
 */
import { setImmediate } from 'node:timers/promises'
import { installInlineHandlers } from '../additions/event-handlers.ts'
import { type InnerWindow, S } from '../internals.ts'
import { closePorts } from '../isolation/message-ports.ts'
import type { PageContext } from '../isolation/page-context.ts'
import { PageState } from '../isolation/page-state.ts'
import { seedViews } from '../isolation/random.ts'
import type { PageReset } from '../isolation/reset.ts'
import { holdTimers } from '../isolation/timers.ts'
import { installNamedCollections } from '../page/document-collections.ts'
import { CLASSES, ERRORS, freezeIntrinsics, patchInstanceof } from './intrinsics.ts'
import { installMembrane } from './membrane.ts'
import { newGlobal, type WindowGlobal } from './new-global.ts'
import { PlatformObjects } from './platform-objects.ts'
import { enterRealm, type Language, type PageRealm, pageGlobal } from './realm.ts'

export interface OpenRealm {
  readonly window: WindowGlobal
  readonly language: Language
}

const OF_WINDOW = [...CLASSES, 'eval']
const ofWorker = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))
const [intrinsics, errors] = [ofWorker(OF_WINDOW), ofWorker(ERRORS)]

export class RealmPages {
  readonly #window: InnerWindow
  readonly #ofWindow: ReadonlySet<PropertyKey>
  readonly #document: Document & { [S.defaultView]: unknown }
  readonly #page: PageReset
  readonly #platform: PlatformObjects

  /** SIDE EFFECT: makes the worker one of such pages; its state is the baseline. */
  constructor(window: InnerWindow, page: PageReset, report: (error: unknown) => void) {
    this.#window = window
    this.#ofWindow = new Set(Reflect.ownKeys(window))
    this.#document = window.document
    this.#page = page
    closeInside(window)
    installInlineHandlers(window, report)
    installNamedCollections()
    patchInstanceof(globalThis)
    installMembrane(globalThis)
    this.#platform = new PlatformObjects(globalThis as Window & typeof globalThis)
    freezeIntrinsics(globalThis)
    page.reset()
    page.adopt()
    new PageState('over').enter()
  }

  open(url: string, seed: string, context: PageContext): void {
    this.#page.begin(url, seed, context)
    seedViews()
  }

  /** @param compile Compiles in the window or in one of its frames. */
  openRealm(platform: PropertyDescriptorMap, compile: PageRealm['compile']): OpenRealm {
    const { global, language } = newGlobal(platform)
    enterRealm({ global, language, compile, converted: new WeakMap() })
    this.#document[S.defaultView] = global
    for (const name of OF_WINDOW) Reflect.set(this.#window, name, Reflect.get(global, name))
    // The DOM's errors are then the page's.
    for (const name of ERRORS) Reflect.set(globalThis, name, language.classes[name])
    return { window: global, language }
  }

  #closeRealm(): void {
    const window = this.#window
    enterRealm(undefined)
    this.#document[S.defaultView] = globalThis
    Object.assign(window, intrinsics)
    // happy-dom puts elements there by their ids.
    for (const key of Reflect.ownKeys(window))
      if (!this.#ofWindow.has(key)) Reflect.deleteProperty(window, key)
    Object.assign(globalThis, errors)
  }

  /** @returns Changes of shared objects that cannot be taken back. */
  async close(): Promise<readonly string[]> {
    const global = pageGlobal()
    this.#closeRealm()
    holdTimers()
    closePorts()
    // Promise reactions that are under way come first.
    await setImmediate()
    // The DOM works by methods that the page may have replaced.
    const remaining = this.#platform.restore()
    if (global !== globalThis) letGo(global)
    this.#page.reset()
    new PageState('over').enter()
    clearLastMatch()
    return [...remaining, ...this.#platform.restoreSettings()]
  }
}

/** Drops the globals of a page: V8 keeps a realm, and all that it holds, for some collections. */
function letGo(global: object): void {
  const keys = Reflect.ownKeys(global)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey
    if (key in globalThis || Reflect.deleteProperty(global, key)) continue
    // To assign would call the page's own setters.
    Reflect.defineProperty(global, key, { value: undefined })
  }
}

/** Clears `RegExp.$1` and similar traces of the last match. */
export function clearLastMatch(): void {
  ;/^/.test('')
}

/** Scripts reach happy-dom's window by symbols of its nodes: it must not lead out of the page. */
function closeInside(window: InnerWindow): void {
  for (const name of ['global', 'Buffer']) Reflect.deleteProperty(window, name)
  for (const key of Reflect.ownKeys(window))
    if (Reflect.get(window, key) === globalThis)
      Object.defineProperty(window, key, { configurable: true, get: pageGlobal })
}
