/**
 * Converts the values of `setProperty`, as Web IDL does. Report: docs/happy-dom/text-values.md
 * https://webidl.spec.whatwg.org/#js-DOMString and #LegacyNullToEmptyString
 */
import { CSSStyleDeclaration } from '#happy-dom'
import { override } from '../internals.ts'

export function installStyleValues(): void {
  override<CSSStyleDeclaration>(CSSStyleDeclaration.prototype, {
    setProperty(name, value: unknown, priority) {
      const text = value === null ? '' : String(value)
      // Only custom properties take the words that other types become.
      if (typeof value !== 'string' && NO_VALUES.has(text) && !name.startsWith('--')) return
      super.setProperty(name, text, priority)
    },
  })
}

const NO_VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'true', 'false'])
