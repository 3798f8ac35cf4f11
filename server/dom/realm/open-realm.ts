/** Opens the realm of a page over the worker's document, and closes it. */
import { type InnerDocument, type InnerWindow, inner, S } from '../internals.ts'
import { CLASSES, ERRORS } from './language.ts'
import { newGlobal, type WindowGlobal } from './new-global.ts'
import { enterRealm, type Language, leaveRealm, type PageRealm, pageGlobal } from './realm.ts'

export interface OpenRealm {
  readonly window: WindowGlobal
  readonly language: Language
}

/** Language globals that happy-dom takes from its window. */
const OF_WINDOW = [...CLASSES, 'eval']
const ofWorker = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))
const [before, errors] = [ofWorker(OF_WINDOW), ofWorker(ERRORS)]

export function opensRealms(window: InnerWindow) {
  const own = new Set(Reflect.ownKeys(window))
  const document = inner<InnerDocument & { [S.defaultView]: unknown }>(window.document)

  /** @param compile Compiles in the window or in one of its frames. */
  function openRealm(platform: PropertyDescriptorMap, compile: PageRealm['compile']): OpenRealm {
    const { global, language } = newGlobal(platform)
    enterRealm({ global, language, compile, given: new WeakMap() })
    document[S.defaultView] = global
    for (const name of OF_WINDOW) Reflect.set(window, name, Reflect.get(global, name))
    // So that an error that the DOM throws is the page's.
    for (const name of ERRORS) Reflect.set(globalThis, name, language.classes[name])
    return { window: global, language }
  }

  function closeRealm(): void {
    leaveRealm()
    document[S.defaultView] = globalThis
    Object.assign(window, before)
    // Happy-dom puts elements there by their ids.
    for (const key of Reflect.ownKeys(window))
      if (!own.has(key)) Reflect.deleteProperty(window, key)
    Object.assign(globalThis, errors)
  }
  return { openRealm, closeRealm }
}

export const isShownRealm = (window: WindowGlobal): boolean => pageGlobal() === window
