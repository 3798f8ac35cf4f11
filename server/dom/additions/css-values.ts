/**
 * Accepts math functions, newer units and newer colours in styles; `CSS.supports` checks them.
 * happy-dom drops unknown values and supports everything: capricorn86/happy-dom#2352 (units of
 * viewports). Reports of the rest: docs/happy-dom/css-values.md docs/happy-dom/css-supports.md
 */
import { CSSStyleDeclaration, CSSValueFormatter } from '#happy-dom'
import { define, defineHidden, type InnerWindow, override, wrap } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { computedColor } from './computed/colors.ts'

type Format = (value: string) => string | null

const MATH =
  /^(?:min|max|clamp|round|mod|rem|abs|sign|hypot|pow|sqrt|calc-size|anchor|anchor-size)\(.+\)$/i
const LENGTH =
  /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|r?(?:lh|cap|ch|ex|ic))$/i
const COLOR = /^(?:hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|contrast-color)\(.+\)$/i

const UNIT = /^[-+.\d]+[A-Z]+$/
const PAIR = /^\s*\(\s*([\w-]+)\s*:\s*([\s\S]+?)\s*\)\s*$/

const registered = perPage(() => new Set<string>())

/** With `cssFloat`, iterators of styles and `CSS.registerProperty`. */
export function installCssValues(window: InnerWindow): void {
  installMediaQueries(window)
  installStyles()
  installFormatter()
  installCss(window)
}

function installStyles(): void {
  defineHidden(CSSStyleDeclaration.prototype, { [Symbol.iterator]: Array.prototype.values })
  define<CSSStyleDeclaration>(CSSStyleDeclaration.prototype, {
    get cssFloat() {
      return this.getPropertyValue('float')
    },
    set cssFloat(value: string) {
      this.setProperty('float', value)
    },
  })
}

function installFormatter(): void {
  for (const [name, valid] of Object.entries({ getCalc: MATH, getLength: LENGTH, getColor: COLOR }))
    wrap<Format>(
      CSSValueFormatter,
      name,
      (original) =>
        function (this: unknown, value) {
          const lower = UNIT.test(value) ? value.toLowerCase() : value
          return original.call(this, lower) ?? (valid.test(value) ? value : null)
        },
    )
  // happy-dom takes `none` for a colour. Chromium writes hexadecimal ones as `rgb()`.
  override(CSSValueFormatter, {
    getColor(value: string) {
      if (value.startsWith('#')) return computedColor(value) ?? null
      return value.toLowerCase() === 'none' ? null : super.getColor(value)
    },
  })
}

function installCss(window: InnerWindow): void {
  defineHidden(Object.getPrototypeOf((window as unknown as { CSS: object }).CSS), {
    supports: (property: string, value?: string) =>
      value === undefined
        ? isCondition(window, property.includes('(') ? property : `(${property})`)
        : isDeclaration(window, String(property).toLowerCase(), String(value)),
    registerProperty({ name }: { name?: string } = {}) {
      if (name === undefined) throw new TypeError('A registered property needs a name')
      if (!/^--./.test(name)) throw new window.DOMException(`"${name}" is no name`, 'SyntaxError')
      if (registered().has(name)) {
        throw new window.DOMException(`"${name}" is registered`, 'InvalidModificationError')
      }
      registered().add(name)
    },
  })
}

/** https://drafts.csswg.org/css-conditional-3/#dom-css-supports */
function isCondition(window: InnerWindow, text: string): boolean {
  const condition = text.trim()
  const isTrue = (part: string) => isCondition(window, part)
  const alternatives = split(condition, /\s+or\s+/i)
  if (alternatives.length > 1) return alternatives.some(isTrue)
  const parts = split(condition, /\s+and\s+/i)
  if (parts.length > 1) return parts.every(isTrue)
  if (/^not\s/i.test(condition)) return !isTrue(condition.slice(3))
  const selector = /^selector\(([\s\S]*)\)$/i.exec(condition)?.[1]
  if (selector !== undefined) return isSelector(window, selector)
  const [, property, value] = PAIR.exec(condition) ?? []
  if (property && value && isBalanced(value)) return isDeclaration(window, property, value)
  const inside = /^\(([\s\S]*)\)$/.exec(condition)?.[1]
  return inside !== undefined && isTrue(inside)
}

function isDeclaration({ document }: InnerWindow, property: string, value: string): boolean {
  if (!isBalanced(value) || value.trim() === '') return false
  if (property.startsWith('--')) return true
  const { style } = document.createElement('p')
  if (!(property in CSSStyleDeclaration.prototype || property in style)) return false
  style.setProperty(property, value)
  return style.getPropertyValue(property) !== ''
}

function installMediaQueries(window: InnerWindow): void {
  const { matchMedia } = window
  window.matchMedia = (query) =>
    matchMedia.call(window, isBalanced(String(query)) ? query : 'not all')
}

function isSelector(window: InnerWindow, selector: string): boolean {
  try {
    window.document.createDocumentFragment().querySelector(selector)
    return true
  } catch {
    return false
  }
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')' && --depth < 0) return false
  }
  return depth === 0
}

/** The whole text, unless brackets end within their part. */
function split(text: string, word: RegExp): string[] {
  const parts = text.split(word)
  return parts.every(isBalanced) ? parts : [text]
}
