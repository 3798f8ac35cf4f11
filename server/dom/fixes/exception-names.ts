/**
 * Names the exceptions of methods that happy-dom throws without a name, and refuses invalid tokens
 * and hosts of shadow trees.
 * https://webidl.spec.whatwg.org/#idl-DOMException-error-names
 * Not reported. Report: docs/happy-dom/exception-names.md
 */
import { Document } from '#happy-dom'
import { type InnerWindow, inner, override, S, wrap } from '../internals.ts'

type Method = (this: object, ...args: unknown[]) => unknown

/** https://dom.spec.whatwg.org/#valid-shadow-host-name, but for custom elements */
const HOSTS =
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[^-]+-.*)$/

const SPACE = /[\t\n\f\r ]/

export function installExceptionNames(window: InnerWindow): void {
  const { DOMException } = window
  const registry: object = Object.getPrototypeOf(window.customElements)
  const tokens: object = Object.getPrototypeOf(window.document.documentElement.classList)

  /** Gives the exceptions of a method the name that the specification has. */
  const named = (target: object, method: string, name: string) =>
    wrap<Method>(
      target,
      method,
      (original) =>
        function (...args) {
          try {
            return original.apply(this, args)
          } catch (error) {
            const isNameless = error instanceof DOMException && error.code === 0
            throw isNameless ? new DOMException(error.message, name) : error
          }
        },
    )
  named(window.Element.prototype, 'removeAttributeNode', 'NotFoundError')
  named(window.Element.prototype, 'attachShadow', 'NotSupportedError')
  named(window.HTMLInputElement.prototype, 'stepUp', 'InvalidStateError')
  named(window.HTMLInputElement.prototype, 'stepDown', 'InvalidStateError')
  named(Document.prototype, 'createProcessingInstruction', 'InvalidCharacterError')
  named(registry, 'define', 'SyntaxError')

  override<object>(registry, {
    define(...args: unknown[]) {
      const [name, elementClass] = args
      const failed = "Failed to execute 'define' on 'CustomElementRegistry'"
      if (typeof elementClass !== 'function')
        throw new TypeError(`${failed}: parameter 2 is not of type 'Function'.`)
      const known = inner<InnerWindow['customElements']>(this)
      const used = known[S.registry].has(String(name))
        ? `the name "${name}"`
        : known[S.classRegistry].has(elementClass) && 'this constructor'
      if (used) {
        throw new DOMException(
          `${failed}: ${used} has already been used with this registry`,
          'NotSupportedError',
        )
      }
      return super.define(...args)
    },
  })
  override<Element>(window.Element.prototype, {
    attachShadow(...args) {
      if (!HOSTS.test(this.localName)) {
        throw new DOMException(
          `Failed to execute 'attachShadow' on 'Element': <${this.localName}> does not support attachShadow`,
          'NotSupportedError',
        )
      }
      return super.attachShadow(...args)
    },
  })
  for (const method of ['add', 'remove', 'toggle', 'replace']) {
    wrap<Method>(
      tokens,
      method,
      (original) =>
        function (...args) {
          const given = method === 'toggle' ? args.slice(0, 1) : args
          for (const token of given.map(String)) {
            if (token !== '' && !SPACE.test(token)) continue
            const [why, name] =
              token === ''
                ? ['must not be empty.', 'SyntaxError']
                : [`('${token}') contains HTML space characters.`, 'InvalidCharacterError']
            throw new DOMException(
              `Failed to execute '${method}' on 'DOMTokenList': The token provided ${why}`,
              name,
            )
          }
          const texts =
            method === 'toggle' ? [String(args[0]), ...args.slice(1)] : given.map(String)
          return original.apply(this, texts)
        },
    )
  }
}
