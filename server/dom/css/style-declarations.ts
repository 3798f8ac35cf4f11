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

const blocks = new WeakMap<object, Map<string, Entry>>()

function entriesOf(block: object): Map<string, Entry> {
  const entries = blocks.get(block) ?? new Map<string, Entry>()
  blocks.set(block, entries)
  return entries
}

/** The members that happy-dom's declarations call. */
const BLOCK = {
  read(this: object, cssText: string): void {
    const entries = entriesOf(this)
    const declarations = readDeclarations(cssText)
    // Important ones win, so they come last.
    declarations.sort((a, b) => Number(a.important) - Number(b.important))
    for (const { name, value, important } of declarations) {
      for (const [longhand, declared] of declare(name, value) ?? []) {
        // The last one of a property comes last.
        entries.delete(longhand)
        entries.set(longhand, { value: declared, important })
      }
    }
  },
  /** @returns Whether the block changes. */
  set(this: object, name: string, valueText: string, important: boolean): boolean {
    const entries = entriesOf(this)
    let isChanged = false
    for (const [longhand, value] of declare(name, valueText) ?? []) {
      const before = entries.get(longhand)
      isChanged ||= before?.value !== value || before.important !== important
      entries.set(longhand, { value, important })
    }
    return isChanged
  },
  get(this: object, alias: string): { value: string; important: boolean } | null {
    const name = propertyName(alias)
    if (name === undefined) return null
    const entries = entriesOf(this)
    const longhands = LONGHANDS.get(name)
    const first = entries.get(longhands?.[0] ?? name)
    if (!first) return null
    const { value, important } = first
    if (!longhands) return { value: textOf(value, name), important }
    const shorthandValue = shorthandText(entries, name, longhands, first)
    return shorthandValue === '' ? null : { value: shorthandValue, important }
  },
  /** @returns Whether the block changes. */
  remove(this: object, alias: string): boolean {
    const name = propertyName(alias)
    const entries = entriesOf(this)
    const { size } = entries
    if (name === 'all') entries.clear()
    else if (name) for (const longhand of LONGHANDS.get(name) ?? [name]) entries.delete(longhand)
    return entries.size < size
  },
  size(this: object): number {
    return entriesOf(this).size
  },
  item(this: object, index: number): string {
    return [...entriesOf(this).keys()][index] ?? ''
  },
  toString(this: object): string {
    return written(entriesOf(this))
  },
}

/** The text of a longhand; empty if it is part of a shorthand with variables. */
const textOf = (value: Declared, name: string): string =>
  typeof value === 'string' ? value.replace(LONG, shortened) : value.name === name ? value.text : ''

/** Numbers that are written with six digits. */
const LONG = /(?<![\w#.-])-?\d*\.?\d{7,}(?:e-?\d+)?|(?<![\w#.-])-?\d+\.\d{5,}(?:e-?\d+)?/g
const shortened = (number: string): string => `${Number(Number(number).toPrecision(6))}`

function shorthandText(
  entries: ReadonlyMap<string, Entry>,
  name: string,
  longhands: readonly string[],
  first: Entry,
): string {
  const longhandEntries = longhands.map((longhand) => entries.get(longhand))
  if (longhandEntries.some((entry) => entry?.important !== first.important)) return ''
  if (
    longhandEntries.every((entry) => entry?.value === first.value) &&
    typeof first.value === 'object'
  ) {
    return first.value.name === name ? first.value.text : ''
  }
  return joinLonghands(name, (longhand) => textOf(entries.get(longhand)?.value ?? '', longhand))
}

function written(entries: ReadonlyMap<string, Entry>): string {
  const done = new Set<string>()
  const texts: string[] = []
  for (const [name, { value, important }] of entries) {
    if (done.has(name)) continue
    const flag = important ? ' !important' : ''
    const [shorthand, text] = shorthandFor(entries, name, done) ?? [name, textOf(value, name)]
    for (const longhand of LONGHANDS.get(shorthand) ?? [name]) done.add(longhand)
    texts.push(`${shorthand}: ${text}${flag};`)
  }
  return texts.join(' ')
}

function shorthandFor(
  entries: ReadonlyMap<string, Entry>,
  name: string,
  done: ReadonlySet<string>,
): [name: string, text: string] | undefined {
  for (const shorthand of SHORTHANDS_OF.get(name) ?? []) {
    const longhands = LONGHANDS.get(shorthand) ?? []
    if (longhands.some((longhand) => done.has(longhand) || !entries.has(longhand))) continue
    const shorthandValue = shorthandText(entries, shorthand, longhands, entries.get(name) as Entry)
    if (shorthandValue !== '') return [shorthand, shorthandValue]
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
    const valueText = value === null ? '' : String(value).trim()
    const isChanged =
      valueText === ''
        ? block.remove(String(name))
        : block.set(String(name), valueText, flag !== '')
    if (isChanged) store(this, block)
  },
  removeProperty(name: unknown) {
    const block = blockOf(this, 'removeProperty')
    // Chromium returns the value of a longhand only.
    const value = LONGHANDS.has(String(name)) ? '' : this.getPropertyValue(String(name))
    if (block.remove(String(name))) store(this, block)
    return value
  },
  set cssText(cssText: string) {
    blockOf(this, 'cssText')
    super.cssText = cssText
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
