/**
 * Checks names in createElement, since others cannot be serialized. Strips and collapses
 * document.title.
 * https://dom.spec.whatwg.org/#valid-element-local-name
 * happy-dom accepts every name but the empty one, and only strips the title. Not reported.
 * Reports: docs/happy-dom/element-names.md docs/happy-dom/document-title.md
 */
import { Document } from '#happy-dom'
import { type InnerElement, type InnerWindow, override, S, wrap } from '../internals.ts'

const NAME =
  /^(?:[A-Za-z][^\0\t\n\f\r />]*|[:_\u{80}-\u{10ffff}][-.:_A-Za-z0-9\u{80}-\u{10ffff}]*)$/u

/** Without a namespace a colon is part of the name; happy-dom takes a prefix from it. */
function keepWhole(element: InnerElement): void {
  element[S.localName] = (element as unknown as Element).tagName.toLowerCase()
  element[S.prefix] = null
}

export function installNames(window: InnerWindow): void {
  for (const key of ['createElement', 'createElementNS'] as const) {
    wrap<(this: Document, ...args: unknown[]) => unknown>(
      Document.prototype,
      key,
      (original) =>
        function (...args) {
          const name = String(args[key === 'createElement' ? 0 : 1])
          if (!NAME.test(name)) {
            throw new window.DOMException(
              `Failed to execute '${key}' on 'Document': "${name}" is not a valid name`,
              'InvalidCharacterError',
            )
          }
          const element = original.apply(this, args)
          if (key === 'createElement' && name.includes(':')) keepWhole(element as InnerElement)
          return element
        },
    )
  }
  override<Document>(Document.prototype, {
    get title() {
      return super.title.replace(/[\t\n\f\r ]+/g, ' ').trim()
    },
  })
}
