/**
 * The computed style of an element: values on demand from its cascade, its parent's style, and
 * initial values. https://drafts.csswg.org/css-cascade-6/#value-stages
 */

import { pixels } from './absolute-values.ts'
import type { Cascade } from './cascade.ts'
import { partOf } from './cascade.ts'
import { computedValue } from './computed-values.ts'
import type { ContainerSize } from './container-conditions.ts'
import { type Declared, WIDE } from './declarations.ts'
import { fontSizeOf, lineHeightOf } from './font-values.ts'
import { writeAs } from './grammar.ts'
import type { Units } from './lengths.ts'
import {
  type Flow,
  HORIZONTAL,
  initialValue,
  isInherited,
  isLogical,
  physicalName,
} from './properties.ts'
import type { RegisteredProperty } from './registered-properties.ts'
import { WHITE_SPACES } from './shorthand-parts.ts'
import { substitute } from './substitution.ts'

/** Facts of a page that all its styles read. */
export interface StyleContext {
  /** Units of the root. */
  readonly units: Units
  readonly prefersDark: boolean
  /** Gives containers their sizes. */
  beginLayout(): void
  readonly registered: ReadonlyMap<string, RegisteredProperty>
}

export class Style {
  readonly parent: Style | undefined
  readonly context: StyleContext
  /** The size of the element's content box, if it is a container. */
  container: ContainerSize | undefined
  /** Whether the element is inside a drawing. */
  readonly #isDrawn: boolean
  readonly #cascade: Cascade
  readonly #values = new Map<string, string>()
  readonly #variables = new Map<string, string | undefined>()
  /** Variables that are being computed, each needed by the one before. */
  readonly #computing: string[] = []
  readonly #cyclic = new Set<string>()
  #flow: Flow | undefined
  #units: Units | undefined
  #fontSize: number | undefined

  constructor(cascade: Cascade, parent: Style | undefined, context: StyleContext, isDrawn = false) {
    this.#isDrawn = isDrawn
    this.#cascade = cascade
    this.parent = parent
    this.context = context
  }

  /** The computed value of a longhand, or of a custom property; `''` if there is none. */
  get(name: string): string {
    if (name.startsWith('--')) return this.variable(name) ?? ''
    const cached = this.#values.get(name)
    if (cached !== undefined) return cached
    const value = this.#compute(isLogical(name) ? physicalName(name, this.flow) : name)
    this.#values.set(name, value)
    return value
  }

  get flow(): Flow {
    this.#flow ??= {
      direction: this.#plain('direction') ?? this.parent?.flow.direction ?? HORIZONTAL.direction,
      mode: this.#plain('writing-mode') ?? this.parent?.flow.mode ?? HORIZONTAL.mode,
    }
    return this.#flow
  }

  /** A keyword that the flow itself depends on. */
  #plain(name: string): string | undefined {
    const value = this.#cascade.value(name)
    const keyword = typeof value === 'object' ? this.#substituted(value, name, HORIZONTAL) : value
    return keyword === undefined || /^(?:inherit|unset)$/.test(keyword)
      ? undefined
      : keyword === 'initial'
        ? initialValue(name)
        : keyword
  }

  get fontSize(): number {
    this.#fontSize ??= fontSizeOf(this)
    return this.#fontSize
  }

  get units(): Units {
    this.#units ??= this.#ownUnits()
    return this.#units
  }

  #ownUnits(): Units {
    const { parent, fontSize, baseUnits } = this
    if (!parent) return { ...baseUnits, fontSize, rootFontSize: fontSize }
    return baseUnits.fontSize === fontSize ? baseUnits : { ...baseUnits, fontSize }
  }

  /** The parent's units inside its container, which the size of the font depends on. */
  get baseUnits(): Units {
    const { parent, context } = this
    if (!parent) return context.units
    if (parent.get('container-type') === 'normal') return parent.units
    if (!parent.container) context.beginLayout()
    const { container } = parent
    return container ? { ...parent.units, container } : parent.units
  }

  /** The display that layout knows. */
  get display(): string {
    const display = this.get('display')
    if (this.#isDrawn && display !== 'none') return 'block'
    return /^(?:flow-root|list-item|-webkit-box|inline-list-item)$/.test(display)
      ? 'block'
      : display
  }

  get position(): string {
    return this.get('position')
  }

  get float(): string {
    return this.get('float')
  }

  /** https://drafts.csswg.org/css-text-4/#white-space-property */
  get whiteSpace(): string {
    const values = `${this.get('white-space-collapse')} ${this.get('text-wrap-mode')}`
    return WHITE_SPACES[values] ?? 'normal'
  }

  get textAlign(): string {
    return this.get('text-align')
  }

  get isMonospaced(): boolean {
    return /mono|courier|consolas|menlo/i.test(this.get('font-family'))
  }

  /** The height of lines of text in px. */
  get lineHeight(): number {
    return lineHeightOf(this)
  }

  /** The declared value, with variables replaced; undefined if no declaration is valid. */
  declared(name: string): string | undefined {
    const value = this.#cascade.value(name, this.flow)
    return typeof value === 'object'
      ? (this.#substituted(value, name, this.flow) ?? 'unset')
      : value
  }

  #substituted(value: Exclude<Declared, string>, name: string, flow: Flow): string | undefined {
    const substituted = substitute(value.text, (variable) => this.variable(variable))
    return substituted === undefined ? undefined : partOf(value.name, substituted, name, flow)
  }

  #compute(name: string): string {
    // An inherited size depends on the element's own family.
    if (name === 'font-size') return pixels(this.fontSize)
    const declared = this.declared(name) ?? 'unset'
    const value = WIDE.test(declared) ? this.#ofKeyword(declared, name) : declared
    return value === undefined ? (this.parent?.get(name) ?? '') : computedValue(name, value, this)
  }

  /** @returns Undefined for the parent's value. https://drafts.csswg.org/css-cascade/#defaulting */
  #ofKeyword(keyword: string, name: string): string | undefined {
    const inherits = keyword === 'inherit' || (keyword !== 'initial' && isInherited(name))
    return inherits && this.parent ? undefined : (initialValue(name) ?? '')
  }

  /** Custom properties that the element or an ancestor declares. */
  get variableNames(): ReadonlySet<string> {
    return new Set([...(this.parent?.variableNames ?? []), ...this.#cascade.customNames])
  }

  /** @returns Undefined for a variable without a value, or one that needs itself. */
  variable(name: string): string | undefined {
    if (this.#variables.has(name)) return this.#variables.get(name)
    const start = this.#computing.indexOf(name)
    if (start >= 0) {
      for (const cyclic of this.#computing.slice(start)) this.#cyclic.add(cyclic)
      return undefined
    }
    this.#computing.push(name)
    const computed = this.#computeVariable(name)
    this.#computing.pop()
    const value = this.#cyclic.has(name) ? undefined : computed
    this.#variables.set(name, value)
    return value
  }

  #computeVariable(name: string): string | undefined {
    const registered = this.context.registered.get(name)
    const initial = () => registered && this.#ofSyntax(registered, registered.initial)
    const inherited = () =>
      (registered?.inherits === false ? undefined : this.parent?.variable(name)) ?? initial()
    const declared = this.#cascade.value(name)
    const specified = typeof declared === 'object' ? declared.text : declared
    if (specified === undefined || specified === 'unset') return inherited()
    if (specified === 'initial') return initial()
    if (specified === 'inherit') return this.parent?.variable(name) ?? initial()
    const value = substitute(specified, (other) => this.variable(other))
    return registered ? (this.#ofSyntax(registered, value) ?? inherited()) : value
  }

  #ofSyntax({ syntax }: RegisteredProperty, value: string | undefined): string | undefined {
    const written = value === undefined || syntax === '*' ? value : writeAs(syntax, value)
    if (written === undefined || syntax === '*') return written
    const absolute = computedValue('width', written, this)
    return syntax.includes('<color>') ? computedValue('caret-color', absolute, this) : absolute
  }
}
