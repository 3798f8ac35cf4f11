/**
 * Keeps the declarations of a `style` attribute or a rule, which scripts change. happy-dom guesses
 * at values: capricorn86/happy-dom#2354, #2404. Report: docs/happy-dom/css-values.md
 * https://drafts.csswg.org/cssom/#css-declaration-blocks
 */
import { CSSPropertyList, CSSPropertyManager, HappyDOM } from '#happy-dom'
import { define, defineHidden, override, S } from '../internals.ts'
import { type Declared, declare, readDeclarations } from './declarations.ts'
import { joinLonghands } from './join-longhands.ts'
import { LONGHANDS, NAMES, propertyName } from './properties.ts'

interface Entry {
  readonly value: Declared
  readonly important: boolean
}

/** Shorthands by longhand, those with the most longhands first. */
const SHORTHANDS_OF = new Map<string, string[]>()
for (const [name, longhands] of LONGHANDS)
  if (!name.startsWith('-webkit-') || name === '-webkit-text-stroke')
    for (const longhand of longhands)
      SHORTHANDS_OF.set(longhand, [...(SHORTHANDS_OF.get(longhand) ?? []), name])

const entriesOf = new WeakMap<object, Map<string, Entry>>()

function entries(block: object): Map<string, Entry> {
  const known = entriesOf.get(block)
  if (known) return known
  const own = new Map<string, Entry>()
  entriesOf.set(block, own)
  return own
}

/** The members that happy-dom's declarations call. */
const BLOCK = {
  read(this: object, cssText: string): void {
    const own = entries(this)
    const declarations = readDeclarations(cssText)
    // Important ones win, so they come last.
    declarations.sort((a, b) => Number(a.important) - Number(b.important))
    for (const { name, value, important } of declarations) {
      for (const [longhand, declared] of declare(name, value) ?? []) {
        // The last one of a property comes last.
        own.delete(longhand)
        own.set(longhand, { value: declared, important })
      }
    }
  },
  /** @returns Whether it changes the block. */
  set(this: object, name: string, text: string, important: boolean): boolean {
    const own = entries(this)
    let isChanged = false
    for (const [longhand, value] of declare(name, text) ?? []) {
      const before = own.get(longhand)
      isChanged ||= before?.value !== value || before.important !== important
      own.set(longhand, { value, important })
    }
    return isChanged
  },
  get(this: object, alias: string): { value: string; important: boolean } | null {
    const name = propertyName(alias)
    if (name === undefined) return null
    const own = entries(this)
    const longhands = LONGHANDS.get(name)
    const first = own.get(longhands?.[0] ?? name)
    if (!first) return null
    const { value, important } = first
    if (!longhands) return { value: textOf(value, name), important }
    const text = shorthandText(own, name, longhands, first)
    return text === '' ? null : { value: text, important }
  },
  /** @returns Whether it changes the block. */
  remove(this: object, alias: string): boolean {
    const name = propertyName(alias)
    const own = entries(this)
    const { size } = own
    if (name === 'all') own.clear()
    else if (name) for (const one of LONGHANDS.get(name) ?? [name]) own.delete(one)
    return own.size < size
  },
  size(this: object): number {
    return entries(this).size
  },
  item(this: object, index: number): string {
    return [...entries(this).keys()][index] ?? ''
  },
  toString(this: object): string {
    return written(entries(this))
  },
}

/** The text of a longhand; empty if it is part of a shorthand with variables. */
const textOf = (value: Declared, name: string): string =>
  typeof value === 'string' ? value.replace(LONG, shortened) : value.name === name ? value.text : ''

/** Written with six digits. */
const LONG = /(?<![\w#.-])-?\d*\.?\d{7,}(?:e-?\d+)?|(?<![\w#.-])-?\d+\.\d{5,}(?:e-?\d+)?/g
const shortened = (number: string): string => `${Number(Number(number).toPrecision(6))}`

function shorthandText(
  own: ReadonlyMap<string, Entry>,
  name: string,
  longhands: readonly string[],
  first: Entry,
): string {
  const all = longhands.map((longhand) => own.get(longhand))
  if (all.some((entry) => entry?.important !== first.important)) return ''
  if (all.every((entry) => entry?.value === first.value) && typeof first.value === 'object') {
    return first.value.name === name ? first.value.text : ''
  }
  return joinLonghands(name, (longhand) => textOf(own.get(longhand)?.value ?? '', longhand))
}

function written(own: ReadonlyMap<string, Entry>): string {
  const done = new Set<string>()
  const texts: string[] = []
  for (const [name, { value, important }] of own) {
    if (done.has(name)) continue
    const flag = important ? ' !important' : ''
    const [shorthand, text] = shorthandFor(own, name, done) ?? [name, textOf(value, name)]
    for (const longhand of LONGHANDS.get(shorthand) ?? [name]) done.add(longhand)
    texts.push(`${shorthand}: ${text}${flag};`)
  }
  return texts.join(' ')
}

function shorthandFor(
  own: ReadonlyMap<string, Entry>,
  name: string,
  done: ReadonlySet<string>,
): [name: string, text: string] | undefined {
  for (const shorthand of SHORTHANDS_OF.get(name) ?? []) {
    const longhands = LONGHANDS.get(shorthand) ?? []
    if (longhands.some((longhand) => done.has(longhand) || !own.has(longhand))) continue
    const text = shorthandText(own, shorthand, longhands, own.get(name) as Entry)
    if (text !== '') return [shorthand, text]
  }
  return undefined
}

const camel = (name: string): string =>
  name.replace(/^-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Chromium's properties in place of happy-dom's. */
function addNames(): void {
  const { kebabCase, camelCase } = CSSPropertyList as Record<string, Record<string, string>>
  for (const name of NAMES) {
    const property = camel(name)
    if (kebabCase) kebabCase[name] = property
    if (camelCase) camelCase[property] = name
    if (name.startsWith('-') && camelCase) camelCase[property.replace(/^w/, 'W')] = name
  }
}

interface Declaration {
  readonly [S.computed]: boolean
  readonly [S.element]: Element | null
  readonly [S.cache]: { attributeValue?: string }
  [S.getPropertyManager](): typeof BLOCK
  getPropertyValue(name: string): string
}

/** The block of a style that scripts may change. */
function blockOf(style: Declaration, method: string): typeof BLOCK {
  if (!style[S.computed]) return style[S.getPropertyManager]()
  throw new DOMException(
    `Failed to execute '${method}' on 'CSSStyleDeclaration': These styles are computed, and therefore read-only.`,
    'NoModificationAllowedError',
  )
}

/** Writes the attribute, which stays when its last declaration goes. */
function store(style: Declaration, block: typeof BLOCK): void {
  const { [S.element]: element, [S.cache]: cache } = style
  if (!element) return
  cache.attributeValue = block.toString()
  element.setAttribute('style', cache.attributeValue)
}

const EDITS: object & ThisType<Declaration> = {
  setProperty(name: unknown, value: unknown, priority: unknown = '') {
    const block = blockOf(this, 'setProperty')
    const flag = priority === null ? '' : String(priority)
    if (!/^(?:important)?$/i.test(flag)) return
    const text = value === null ? '' : String(value).trim()
    const isChanged =
      text === '' ? block.remove(String(name)) : block.set(String(name), text, flag !== '')
    if (isChanged) store(this, block)
  },
  removeProperty(name: unknown) {
    const block = blockOf(this, 'removeProperty')
    // Chromium returns the value of a longhand only.
    const value = LONGHANDS.has(String(name)) ? '' : this.getPropertyValue(String(name))
    if (block.remove(String(name))) store(this, block)
    return value
  },
  set cssText(text: string) {
    blockOf(this, 'cssText')
    super.cssText = text
  },
}

export function installDeclarations(): void {
  addNames()
  defineHidden(CSSPropertyManager.prototype, BLOCK)
  defineHidden(HappyDOM.CSSStyleDeclaration.prototype, {
    [Symbol.iterator]: Array.prototype.values,
  })
  define<CSSStyleDeclaration>(HappyDOM.CSSStyleDeclaration.prototype, {
    get cssFloat() {
      return this.getPropertyValue('float')
    },
    set cssFloat(value: string) {
      this.setProperty('float', value)
    },
  })
  override<Declaration, object>(HappyDOM.CSSStyleDeclaration.prototype, EDITS)
}
