/**
 * The changes that pages make to the language and the platform: patched, extended, replaced, for
 * good.
 */
import type { Notes } from './note.ts'

/** Wraps a method once more. @returns How many wrappers there are now. */
function wrap(target: object, name: string): number {
  const methods = target as Record<string, ((...args: unknown[]) => unknown) & { depth?: number }>
  const real = methods[name] as NonNullable<(typeof methods)[string]>
  const wrapped = function (this: unknown, ...args: unknown[]) {
    return real.apply(this, args)
  }
  methods[name] = Object.assign(wrapped, { depth: (real.depth ?? 0) + 1 })
  return methods[name]?.depth ?? 0
}
const wrappers = (target: () => object, name: string) => () => `${wrap(target(), name)} wrappers`
const extended = Object.prototype as { truthTitle?: string }

export const notes: Notes = {
  'method added to String': ({ title }) => {
    const words = String.prototype as unknown as { truthShout?: () => string }
    words.truthShout ??= () => title.toUpperCase()
    return words.truthShout()
  },
  'method of Array wrapped': wrappers(() => Array.prototype, 'flatMap'),
  'Object.prototype extended': ({ title }) => {
    if (!('truthTitle' in {}))
      Object.defineProperty(Object.prototype, 'truthTitle', {
        value: title,
        configurable: true,
        writable: true,
      })
    return extended.truthTitle ?? 'none'
  },
  'prototype extended for good': ({ title }) => {
    if (!('truthKept' in Map.prototype))
      Object.defineProperty(Map.prototype, 'truthKept', { value: title })
    return (new Map() as unknown as { truthKept: string }).truthKept
  },
  'Promise wrapped': wrappers(() => Promise.prototype, 'finally'),
  'JSON.stringify wrapped': wrappers(() => JSON, 'stringify'),
  'Date.now set forward': ({ day }) => {
    const before = Date.now()
    const real = Date.now
    Date.now = () => real() + 86_400_000 * 365
    return `${day}: ${Math.round((Date.now() - before) / 86_400_000 / 365)} year, ${wrap(Date, 'now')}`
  },
  'Date replaced': ({ day }) => {
    const Real = Date as DateConstructor & { truthDay?: string }
    if (Real.truthDay === undefined) {
      class Fixed extends Real {
        static truthDay = day
      }
      globalThis.Date = Fixed as unknown as DateConstructor
    }
    return (Date as unknown as { truthDay: string }).truthDay
  },
  'Math.random seeded once': ({ id }) => {
    if (!('seed' in Math.random)) {
      let state = id
      Math.random = Object.assign(
        () => {
          state = (state * 16_807 + 11) % 2_147_483_647
          return state / 2_147_483_647
        },
        { seed: id },
      )
    }
    return Math.random().toFixed(6)
  },
  'Intl replaced': ({ locale }) => {
    const intl = Intl as unknown as { DateTimeFormat: { truthLocale?: string } }
    if (!intl.DateTimeFormat.truthLocale)
      intl.DateTimeFormat = class extends Intl.DateTimeFormat {
        static truthLocale = locale
      }
    return intl.DateTimeFormat.truthLocale ?? 'none'
  },
  'fetch wrapped': wrappers(() => globalThis, 'fetch'),
  'console wrapped': wrappers(() => console, 'debug'),
  'setTimeout wrapped': wrappers(() => globalThis, 'setTimeout'),
  'createElement wrapped': wrappers(() => document, 'createElement'),
  'attachShadow wrapped': wrappers(() => Element.prototype, 'attachShadow'),
  'addEventListener wrapped': wrappers(() => EventTarget.prototype, 'addEventListener'),
  'pushState wrapped': wrappers(() => history, 'pushState'),
  'element prototype': ({ title }) => {
    const elements = HTMLElement.prototype as { truthTitle?: string }
    elements.truthTitle ??= title
    return elements.truthTitle
  },
  'getter of a prototype replaced': ({ title }) => {
    if (document.createElement('p').lang !== 'truth') {
      Object.defineProperty(HTMLElement.prototype, 'lang', {
        get: () => 'truth',
        configurable: true,
      })
      return title
    }
    return 'replaced already'
  },
  'Error changed': () => {
    const before = Error.stackTraceLimit
    Error.stackTraceLimit = 3
    return before === 3 ? 'changed before' : 'as it was'
  },
  'symbol of a built-in': ({ title }) => {
    const titled = RegExp as unknown as Record<symbol, string>
    titled[Symbol.for('truth')] ??= title
    return titled[Symbol.for('truth')] ?? 'none'
  },
  'built-in frozen': ({ title }) => {
    const wasFrozen = Object.isFrozen(WeakRef.prototype)
    Object.freeze(WeakRef.prototype)
    return wasFrozen ? 'frozen before' : title
  },
  'crypto wrapped': wrappers(() => crypto, 'randomUUID'),
}
