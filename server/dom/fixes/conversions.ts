/**
 * Converts values that pages assign to text, as Web IDL does.
 * https://webidl.spec.whatwg.org/#js-DOMString and #LegacyNullToEmptyString
 * happy-dom drops `textContent = 0`. Not reported. Report: docs/happy-dom/text-values.md
 */
import { CSSStyleDeclaration, Document } from '#happy-dom'
import { type InnerWindow, override, wrapSetter } from '../internals.ts'

type Convert = (value: unknown) => unknown

/** `DOMString?` */
const nullable: Convert = (value) => (value === null || value === undefined ? '' : String(value))
/** `[LegacyNullToEmptyString] DOMString` */
const emptyForNull = (value: unknown): string => (value === null ? '' : String(value))
const long: Convert = (value) => Number(value) | 0

export function installConversions(window: InnerWindow): void {
  const { Attr, CharacterData, DocumentFragment, Element, ShadowRoot } = window
  const setters: readonly (readonly [object, Readonly<Record<string, Convert>>])[] = [
    [
      Element.prototype,
      { textContent: nullable, innerHTML: emptyForNull, outerHTML: emptyForNull },
    ],
    [DocumentFragment.prototype, { textContent: nullable }],
    [ShadowRoot.prototype, { innerHTML: emptyForNull }],
    [CharacterData.prototype, { data: emptyForNull, textContent: nullable, nodeValue: nullable }],
    [Document.prototype, { title: String }],
    [Attr.prototype, { value: String }],
    [window.HTMLImageElement.prototype, { width: long, height: long }],
    [window.HTMLAnchorElement.prototype, { text: String }],
    [window.HTMLOptionElement.prototype, { text: String }],
    [window.HTMLScriptElement.prototype, { text: String }],
    [window.HTMLTitleElement.prototype, { text: String }],
    [window.HTMLSelectElement.prototype, { value: String }],
    [window.HTMLTextAreaElement.prototype, { value: emptyForNull, defaultValue: String }],
  ]
  for (const [target, names] of setters) {
    for (const [name, convert] of Object.entries(names)) {
      wrapSetter<object, unknown>(
        target,
        name,
        (original) =>
          function (value) {
            original.call(this, convert(value))
          },
      )
    }
  }

  override<CSSStyleDeclaration>(CSSStyleDeclaration.prototype, {
    setProperty(name, value: unknown, priority) {
      const text = emptyForNull(value)
      // Only custom properties take the words that other types become.
      if (typeof value !== 'string' && NO_VALUES.has(text) && !name.startsWith('--')) return
      super.setProperty(name, text, priority)
    },
  })
  override<Element>(Element.prototype, {
    toggleAttribute(name, force) {
      return super.toggleAttribute(name, force === undefined ? undefined : Boolean(force))
    },
    set role(value: string | null) {
      if (value === null || value === undefined) this.removeAttribute('role')
      else super.role = value
    },
  })
}

const NO_VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'true', 'false'])
