/**
 * Names the exceptions that happy-dom throws without a name.
 * https://webidl.spec.whatwg.org/#idl-DOMException-error-names
 * Not reported. Reports: docs/happy-dom/exception-names.md docs/happy-dom/insertion-errors.md
 */
import { type InnerWindow, wrap } from '../internals.ts'

type Method = (this: object, ...args: unknown[]) => unknown

export function installExceptionNames(window: InnerWindow): void {
  const { DOMException } = window
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
  named(window.Node.prototype, 'appendChild', 'HierarchyRequestError')
  named(window.Node.prototype, 'insertBefore', 'NotFoundError')
  named(window.Node.prototype, 'removeChild', 'NotFoundError')
  named(window.Node.prototype, 'replaceChild', 'NotFoundError')
  named(window.Element.prototype, 'removeAttributeNode', 'NotFoundError')
  named(window.Element.prototype, 'attachShadow', 'NotSupportedError')
  named(Object.getPrototypeOf(window.customElements), 'define', 'NotSupportedError')
}
