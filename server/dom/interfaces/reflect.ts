/**
 * Makes the properties that reflect content attributes, from the table of interfaces.
 * https://html.spec.whatwg.org/multipage/common-dom-interfaces.html
 * Reports: docs/happy-dom/base-element.md docs/happy-dom/input-type.md
 */
import { HappyDOM } from '#happy-dom'
import type { Reflected } from '../bundle/interface-table.ts'
import { S } from '../internals.ts'
import { converterOf } from './convert.ts'

export interface Accessor<T = Element> {
  get?(this: T): unknown
  set?(this: T, value: unknown): void
}

type Make = (
  reflected: Reflected & { type: string; attribute: string },
  property: string,
) => Accessor

const MOST = 0x7fffffff
export const INTEGER = /^[\t\n\f\r ]*([-+]?\d+)/
export const DOUBLE = /^[\t\n\f\r ]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i

/** @returns Undefined if the attribute has no number. */
export function numberOf(element: Element, attribute: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(element.getAttribute(attribute) ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

function refuse(property: string, why: string): never {
  const message = `Failed to set the '${property}' property: ${why}`
  throw new DOMException(message, 'IndexSizeError')
}

const text: Make = ({ type, attribute }) => {
  const convert = converterOf(type) as (value: unknown) => string
  return {
    get() {
      return this.getAttribute(attribute) ?? ''
    },
    set(value) {
      this.setAttribute(attribute, convert(value))
    },
  }
}

const address: Make = (reflected) => ({
  ...text(reflected, ''),
  get() {
    const value = this.getAttribute(reflected.attribute)
    return value === null ? '' : resolve(this, value)
  },
})

/** Gives the attribute as it is written if it is no address. */
export const resolve = (element: Element, value: string): string => {
  const { baseURI } = element
  return URL.canParse(value, baseURI) ? new URL(value, baseURI).href : value
}

const nullable: Make = ({ attribute }) => ({
  get() {
    return this.getAttribute(attribute)
  },
  set(value) {
    if (value === null || value === undefined) this.removeAttribute(attribute)
    else this.setAttribute(attribute, `${value}`)
  },
})

const flag: Make = ({ attribute }) => ({
  get() {
    return this.hasAttribute(attribute)
  },
  set(value) {
    if (value) this.setAttribute(attribute, '')
    else this.removeAttribute(attribute)
  },
})

const long: Make = ({ attribute, kind, fallback = kind === 'NonNegative' ? -1 : 0 }, property) => {
  const least = kind === 'NonNegative' ? 0 : ~MOST
  return {
    get() {
      const value = numberOf(this, attribute, INTEGER)
      return value !== undefined && value >= least && value <= MOST ? value : fallback
    },
    set(value) {
      const number = Number(value) | 0
      if (number < least) refuse(property, `The value provided (${number}) is negative.`)
      this.setAttribute(attribute, String(number))
    },
  }
}

const unsignedLong: Make = (reflected, property) => {
  const { attribute, kind = '', range } = reflected
  const isPositive = kind.startsWith('Positive')
  const { fallback = isPositive ? 1 : 0 } = reflected
  const [least, most] = range ?? [isPositive ? 1 : 0, MOST]
  return {
    get() {
      const value = numberOf(this, attribute, INTEGER)
      if (value === undefined || value < 0) return fallback
      if (range) return Math.min(Math.max(value, least), most)
      return value >= least && value <= MOST ? value : fallback
    },
    set(value) {
      const number = Number(value) >>> 0
      if (number === 0 && kind === 'Positive') refuse(property, 'The value provided is 0.')
      const isOut = number > MOST || (number === 0 && isPositive)
      this.setAttribute(attribute, String(isOut ? fallback : number))
    },
  }
}

const double: Make = ({ attribute, kind, fallback = 0 }) => ({
  get() {
    const value = numberOf(this, attribute, DOUBLE)
    const isOut = value === undefined || (kind === 'Positive' && value <= 0)
    return isOut ? fallback : value
  },
  set(value) {
    const number = converterOf('double')?.(value) as number
    if (kind !== 'Positive' || number > 0) this.setAttribute(attribute, String(number))
  },
})

const tokens: Make = ({ attribute }) => {
  const lists = new WeakMap<Element, object>()
  return {
    get() {
      const list =
        lists.get(this) ?? new HappyDOM.DOMTokenList(S.illegalConstructor, this, attribute)
      lists.set(this, list)
      return list
    },
    set(value) {
      this.setAttribute(attribute, `${value}`)
    },
  }
}

/** Reflects strings of SVG by one object for each element. */
const animated: Make = ({ attribute }) => {
  const strings = new WeakMap<Element, object>()
  return {
    get() {
      const existing = strings.get(this)
      if (existing) return existing
      const window = this[S.window]
      const AnimatedString: new (...of: unknown[]) => object = window.SVGAnimatedString
      const string = new AnimatedString(S.illegalConstructor, window, {
        getAttribute: () => this.getAttribute(attribute),
        setAttribute: (value: string) => this.setAttribute(attribute, value),
      })
      strings.set(this, string)
      return string
    },
  }
}

/** Whether an element can be seen from another: in its tree, or in one around it. */
function isInScope(element: Element, from: Element): boolean {
  const root = element.getRootNode()
  for (let inner: Node | null = from; inner; inner = inner.getRootNode()[S.host] ?? null)
    if (inner.getRootNode() === root) return true
  return false
}

const byId = (from: Element, id: string): Element | null =>
  (from.getRootNode() as Document).getElementById?.(id) ?? null

function elementsOf(value: unknown, isList: boolean): readonly Element[] {
  const values: unknown[] = !isList
    ? [value]
    : typeof value === 'object'
      ? [...Object(value)]
      : ['']
  const isElement = (one: unknown): one is Element => one instanceof Element
  if (values.every(isElement)) return values
  throw new TypeError("Failed to convert value to 'Element'.")
}

/** Elements that are set have no id in the attribute. */
const elements: Make = ({ attribute, type }) => {
  const isList = type.includes('[]')
  const set = new WeakMap<Element, readonly Element[]>()
  const returned = new WeakMap<Element, readonly Element[]>()
  const read = (from: Element): readonly Element[] | null => {
    const value = from.getAttribute(attribute)
    if (value === null) return null
    const assigned = value === '' ? set.get(from) : undefined
    if (assigned) return assigned.filter((one) => isInScope(one, from))
    const ids = isList ? value.split(/[\t\n\f\r ]+/) : [value]
    return ids.map((id) => byId(from, id)).filter((one) => one !== null)
  }
  return {
    get() {
      const now = read(this)
      if (!isList) return now?.[0] ?? null
      const before = returned.get(this)
      const isSame =
        now?.length === before?.length && now?.every((one, index) => one === before?.[index])
      if (now === null || (isSame && before)) return now && before
      returned.set(this, Object.freeze(now))
      return now
    },
    set(value) {
      if (value === null || value === undefined) {
        set.delete(this)
        this.removeAttribute(attribute)
        return
      }
      set.set(this, elementsOf(value, isList))
      this.setAttribute(attribute, '')
    },
  }
}

const MAKERS: Readonly<Record<string, Make>> = {
  DOMString: text,
  'DOMString!': text,
  USVString: text,
  'DOMString?': nullable,
  boolean: flag,
  long,
  'unsigned long': unsignedLong,
  double,
  DOMTokenList: tokens,
  SVGAnimatedString: animated,
  'Element?': elements,
  'Element[]?': elements,
}

/** @returns Undefined where the type has a class of its own. */
export function reflecting(reflected: Reflected, property: string): Accessor | undefined {
  const { type = 'DOMString', attribute = property.toLowerCase(), kind } = reflected
  const makeAccessor = kind === 'URL' ? address : MAKERS[type]
  return makeAccessor?.({ ...reflected, type, attribute }, property)
}

/** Keeps values without an element: https://html.spec.whatwg.org/#accessibility-semantics */
export function keeping({ type = 'DOMString' }: Reflected): Accessor<object> {
  const values = new WeakMap<object, unknown>()
  const convert = converterOf(type)
  return {
    get() {
      return values.get(this) ?? null
    },
    set(value) {
      values.set(this, convert ? convert(value) : (value ?? null))
    },
  }
}
