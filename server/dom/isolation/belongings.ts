/**
 * Restores objects that live as long as the window (document, html, head, body, navigator,
 * location, …) to their state after the app's modules loaded. Returns changes that cannot be
 * undone, such as a frozen document. Never calls a getter, and skips happy-dom's trees and query
 * caches.
 */
import { type InnerElement, inner, S } from '../internals.ts'

export interface Belongings {
  adopt(): void
  /** @returns Changes that remain. */
  takeBack(): string[]
}

/** happy-dom's internal keys; their trees, lists and maps are emptied elsewhere. */
const INSIDES = new Set<PropertyKey>(Object.values(S))

/** Query caches, which `bundle/patches` clear entry by entry when the tree changes. */
const CACHES = new Set(['answers', 'affected'])

const isOurs = (key: PropertyKey): boolean =>
  typeof key === 'symbol' && CACHES.has(key.description ?? '')

function belongingsOf(name: string, target: object): Belongings {
  let keys: readonly PropertyKey[] = []
  let kept = new Map<PropertyKey, PropertyDescriptor>()
  let prototype: object | null = null

  function adopt(): void {
    keys = Reflect.ownKeys(target)
    kept = new Map()
    for (const key of keys) {
      const descriptor = Object.getOwnPropertyDescriptor(target, key)
      if (descriptor) kept.set(key, descriptor)
    }
    prototype = Object.getPrototypeOf(target)
  }

  function takeBack(): string[] {
    const stays: string[] = []
    const now = Reflect.ownKeys(target)
    for (const key of now) {
      if (kept.has(key) || isOurs(key) || Reflect.deleteProperty(target, key)) continue
      stays.push(`${name}.${String(key)}`)
    }
    for (const [key, descriptor] of kept) {
      if (isAsItWas(key, descriptor) || Reflect.defineProperty(target, key, descriptor)) continue
      stays.push(`${name}.${String(key)}`)
    }
    if (Object.getPrototypeOf(target) !== prototype && !Reflect.setPrototypeOf(target, prototype)) {
      stays.push(`the prototype of ${name}`)
    }
    if (!Object.isExtensible(target)) stays.push(`${name}, which takes no properties any more`)
    return stays
  }

  function isAsItWas(key: PropertyKey, was: PropertyDescriptor): boolean {
    const is = Object.getOwnPropertyDescriptor(target, key)
    if (is === undefined) return false
    // happy-dom's lists and maps are emptied elsewhere.
    if (INSIDES.has(key) && typeof was.value === 'object' && was.value !== null) return true
    return (
      is.value === was.value &&
      is.get === was.get &&
      is.set === was.set &&
      is.writable === was.writable
    )
  }

  return { adopt, takeBack }
}

export interface AllBelongings extends Belongings {
  has(object: object): boolean
}

export function sharedBelongings(window: Window & typeof globalThis): AllBelongings {
  const objects = sharedObjects(window)
  const all = Object.entries(objects).map(([name, of]) => belongingsOf(name, of))
  const among = new Set(Object.values(objects))
  return {
    has: (object) => among.has(object),
    adopt() {
      for (const one of all) one.adopt()
    },
    takeBack: () => all.flatMap((one) => one.takeBack()),
  }
}

export function sharedObjects(window: Window & typeof globalThis): Record<string, object> {
  const { document, navigator } = window
  const { documentElement, head, body } = document
  const { history, location, screen, customElements } = window
  const found: Record<string, unknown> = {
    document,
    'document.documentElement': documentElement,
    'document.head': head,
    'document.body': body,
    'document.documentElement.attributes': inner<InnerElement>(documentElement)[S.attributes],
    'document.head.attributes': inner<InnerElement>(head)[S.attributes],
    'document.body.attributes': inner<InnerElement>(body)[S.attributes],
    'document.fonts': document.fonts,
    'document.implementation': document.implementation,
    'document.timeline': document.timeline,
    navigator,
    'navigator.clipboard': navigator.clipboard,
    'navigator.permissions': navigator.permissions,
    'navigator.plugins': navigator.plugins,
    'navigator.mimeTypes': navigator.mimeTypes,
    history,
    location,
    screen,
    customElements,
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    visualViewport: window.visualViewport,
    navigation: window.navigation,
    'navigation.currentEntry': window.navigation.currentEntry,
    scheduler: 'scheduler' in window && window.scheduler,
    performance: globalThis.performance,
    crypto: globalThis.crypto,
    console: globalThis.console,
  }
  return Object.fromEntries(
    Object.entries(found).filter(
      (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
    ),
  )
}
