/**
 * Adds members that interfaces of happy-dom lack: iterators of forms and selects, the tokens of
 * `output.htmlFor`, and Node's event targets as instances of `EventTarget`.
 * https://webidl.spec.whatwg.org/#es-iterable
 * An addition.
 */
import { DOMTokenList } from '#happy-dom'
import { define, defineHidden, type InnerWindow, S } from '../../internals.ts'

export function installMembers(window: InnerWindow): void {
  const { HTMLFormElement, HTMLOutputElement, HTMLSelectElement } = window
  for (const { prototype } of [HTMLFormElement, HTMLSelectElement]) {
    defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  }
  define<HTMLSelectElement>(HTMLSelectElement.prototype, {
    item(index: number) {
      return this.options.item(index)
    },
  })
  const tokens = new WeakMap<object, object>()
  define<HTMLOutputElement>(HTMLOutputElement.prototype, {
    get htmlFor() {
      const known = tokens.get(this)
      if (known) return known
      const made = new DOMTokenList(S.illegalConstructor as never, this as never, 'for')
      tokens.set(this, made)
      return made
    },
    set htmlFor(value: unknown) {
      this.setAttribute('for', String(value))
    },
  })
  includeNodes(window)
}

/** Signals, ports and the clock are Node's, which knows another `EventTarget`. */
function includeNodes({ EventTarget }: InnerWindow): void {
  const ofNode = Object.getPrototypeOf(AbortSignal.prototype)
  const ordinary = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(EventTarget, Symbol.hasInstance, {
    configurable: true,
    value(this: unknown, value: unknown) {
      if (ordinary.call(this, value)) return true
      return this === EventTarget && Object.prototype.isPrototypeOf.call(ofNode, Object(value))
    },
  })
}
