/**
 * `getComputedStyle`, `matchMedia` and `CSS.supports`. happy-dom knows no initial values, layers,
 * hosts, and supports everything: capricorn86/happy-dom#2411, #1496, #2352.
 * Report: docs/happy-dom/css-supports.md
 */
import { HappyDOM } from '#happy-dom'
import { defineHidden, type InnerWindow, override, S } from '../internals.ts'
import { pseudoNamed } from './compile-rule.ts'
import { declare } from './declarations.ts'
import { joinLonghands } from './join-longhands.ts'
import { matchesMedia, mediaQueries } from './media-queries.ts'
import {
  isLogical,
  LISTED_PROPERTIES,
  LONGHANDS,
  physicalName,
  propertyName,
} from './properties.ts'
import { registerProperty } from './registered-properties.ts'
import { generatedContent, resolvedValue } from './resolved-values.ts'
import type { Style } from './style.ts'
import { stylesNow } from './style-tree.ts'
import { isSupported } from './supports.ts'

interface ComputedStyle {
  readonly [S.computed]: boolean
  readonly [S.element]: Element
  [PSEUDO]?: string | null
}

/** The key of the name of a style's pseudo-element; null for a selector of none. */
const PSEUDO = Symbol('pseudo')

/** The values that an object of `getComputedStyle` reads. */
class ComputedValues {
  readonly #element: Element
  readonly #pseudo: string | null
  #style: Style | undefined

  constructor(element: Element, pseudo: string | null) {
    this.#element = element
    this.#pseudo = pseudo
  }

  get(alias: string): { value: string; important: boolean } | null {
    const name = propertyName(alias)
    if (name === undefined || !this.#isKnown) return null
    const value = this.#value(name)
    return value === '' ? null : { value, important: false }
  }

  get #isKnown(): boolean {
    return this.#element.isConnected && this.#pseudo !== null
  }

  /** Custom properties come last. */
  get #names(): readonly string[] {
    return this.#isKnown ? [...LISTED_PROPERTIES, ...this.#styleNow.variableNames] : []
  }

  get #styleNow(): Style {
    const styles = stylesNow()
    this.#style ??= this.#pseudo
      ? styles.pseudo(this.#element, this.#pseudo)
      : styles.of(this.#element)
    return this.#style
  }

  size(): number {
    return this.#names.length
  }

  item(index: number): string {
    return LISTED_PROPERTIES[index] ?? this.#names[index] ?? ''
  }

  toString(): string {
    return ''
  }

  #value(name: string): string {
    if (!stylesNow().isInFlatTree(this.#element)) return ''
    const style = this.#styleNow
    if (name.startsWith('--')) return style.get(name)
    if (LONGHANDS.has(name)) return this.#joined(name, style)
    const physical = isLogical(name) ? physicalName(name, style.flow) : name
    if (name === 'content' && this.#pseudo !== '') return generatedContent(style, this.#element)
    return resolvedValue(physical, style, this.#pseudo === '' ? this.#element : undefined)
  }

  /** Decorations leave out the color of the text. */
  #joined(name: string, style: Style): string {
    const isDecoration = /^text-(?:decoration|emphasis)$/.test(name)
    return joinLonghands(
      name,
      (part) => (isDecoration ? style.get(part) : this.#value(part)),
      'computed',
    )
  }
}

const NewDeclaration = HappyDOM.CSSStyleDeclaration as new (
  ...args: readonly unknown[]
) => ReturnType<typeof getComputedStyle> & ComputedStyle

export function installComputedStyle(window: InnerWindow): void {
  const { getComputedStyle: styleFor } = window
  window.getComputedStyle = (element, pseudo) => {
    const elementStyle = styleFor.call(window, element, pseudo)
    const selector = (pseudo ?? '').replace(/^(?=(?:before|after|first-l(?:ine|etter))$)/i, '::')
    if (!selector.startsWith(':')) return elementStyle
    const options = { element, computed: true }
    const style = new NewDeclaration(S.illegalConstructor, window, options)
    style[PSEUDO] = pseudoNamed(selector) ?? null
    return style
  }
  override<ComputedStyle & { [S.getPropertyManager](): object }>(
    HappyDOM.CSSStyleDeclaration.prototype,
    {
      [S.getPropertyManager]() {
        if (!this[S.computed]) return super[S.getPropertyManager]()
        return new ComputedValues(this[S.element], this[PSEUDO] === undefined ? '' : this[PSEUDO])
      },
    },
  )
  installCss(window)
  installMediaQueries(window)
}

const queries = new WeakMap<object, string>()

function installMediaQueries(window: InnerWindow): void {
  const { matchMedia } = window
  window.matchMedia = (query) => {
    const list = matchMedia.call(window, 'all')
    queries.set(list, mediaQueries(String(query)).join(', '))
    return list
  }
  override<object>(HappyDOM.MediaQueryList.prototype, {
    get media() {
      return queries.get(this) ?? 'all'
    },
    get matches() {
      return matchesMedia(window, queries.get(this) ?? '')
    },
  })
}

function installCss(window: InnerWindow): void {
  defineHidden(Object.getPrototypeOf((window as { CSS: object }).CSS), {
    supports: (property: string, value?: string) =>
      value === undefined
        ? isSupported(property.includes('(') ? property : `(${property})`)
        : /\S/.test(String(value)) && declare(String(property), String(value)) !== undefined,
    registerProperty,
  })
}
