/**
 * Keeps the declarations of a style as Chromium does: divides shorthands without `var()` into
 * longhands, and writes them as shorthands again. happy-dom divides only its own shorthands, and
 * those with `var()` into invalid longhands: capricorn86/happy-dom#2354, #2404.
 */
import { CSSPropertyList, CSSPropertyManager, CSSTextParser } from '#happy-dom'
import { wrap } from '../../internals.ts'
import {
  type DeclaredValues,
  divide,
  isUnnamed,
  join,
  LONGHANDS,
  OWN,
  SHORTHANDS_OF,
  unnamed,
  WIDE,
} from './shorthands.ts'

interface Declarations {
  properties: DeclaredValues
  get(name: string): DeclaredValues[string] | null
  remove(name: string): void
  set(name: string, value: string | null, important: boolean): string[]
}

/** Shorthands that happy-dom divides. */
const DIVIDED =
  /^(?:margin|padding|border(?:-(?:top|right|bottom|left|width|style|color|image))?|border-radius|background|background-position|font|flex|outline)$/
/** With horizontal and vertical radii. */
const TWO_RADII = /^border-radius .*\//
/** Shorthands that happy-dom writes. */
const WRITTEN = /^(?:background|background-position|font|flex|border-image)$/
const INTEGERS = /^(?:z-index|order)$/
const SUBSTITUTED = /(?:^|[^\w-])(?:var|env|attr)\(/i

const LOGICAL: Readonly<Record<string, string>> = {
  before: 'block-start',
  after: 'block-end',
  start: 'inline-start',
  end: 'inline-end',
}

/** Properties that Chromium knows with `-webkit-` too. */
const PREFIXED =
  /^(?:align-.*|animation.*|appearance|app-region|backface-visibility|background-(?:clip|origin|size)|border-(?:.*-)?radius|box-s.*|clip-path|column.*|filter|flex.*|font-feature-settings|hyphenate-character|justify-content|mask.*|opacity|order|perspective.*|print-color-adjust|shape-.*|text-(?:emphasis.*|size-adjust)|transform.*|transition.*|user-select)$/

/** Known names by requested name. */
const names = new Map<string, string>()

/** The name under which a property is stored. */
function nameOf(alias: string): string {
  if (alias.startsWith('--')) return alias
  const known = names.get(alias)
  if (known !== undefined) return known
  const name = alias.toLowerCase()
  if (OWN.has(name) || LONGHANDS.has(name)) return name
  const plain = name
    .replace(/^-webkit-/, '')
    .replace(
      /^(margin|padding|border)-(before|after|start|end)\b/,
      (_, stem, side: string) => `${stem}-${LOGICAL[side]}`,
    )
    .replace(/logical-width$/, 'inline-size')
    .replace(/logical-height$/, 'block-size')
    .replace(/^(?:column|page)-break-/, 'break-')
    .replace(/^grid-(.*gap)$/, '$1')
    .replace(/^word-wrap$/, 'overflow-wrap')
  if (!(plain in CSSPropertyList.kebabCase)) return name
  names.set(alias, plain)
  return plain
}

const camel = (name: string) =>
  name.replace(/^-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

type Names = Record<'kebabCase' | 'camelCase', Record<string, string>>

/** Adds Chromium's properties that happy-dom does not list. */
function addNames(): void {
  const { kebabCase, camelCase }: Names = CSSPropertyList
  const known = Object.keys(kebabCase).filter((name) => PREFIXED.test(name))
  const aliases = known.map((name) => `-webkit-${name}`)
  for (const name of [...OWN, ...LONGHANDS.keys(), ...aliases]) {
    const property = camel(name)
    kebabCase[name] ??= property
    camelCase[property] ??= name
    if (name.startsWith('-')) camelCase[property.replace('w', 'W')] ??= name
  }
}

function removeUndivided({ properties }: Declarations, covered: readonly string[]): void {
  for (const name of Object.keys(properties)) {
    const longhands = LONGHANDS.get(name)
    if (longhands?.every((longhand) => covered.includes(longhand))) delete properties[name]
  }
}

type Setter = Declarations['set']

/** Undefined: an invalid value. */
function valuesOf(
  name: string,
  longhands: readonly string[],
  value: string,
  important: boolean,
  set: Setter,
): DeclaredValues | undefined {
  const eachAs = (text: string) => Object.fromEntries(longhands.map((longhand) => [longhand, text]))
  const isWide = WIDE.test(value)
  const isVariable = SUBSTITUTED.test(value)
  const isDivided = DIVIDED.test(name) && !isVariable && !TWO_RADII.test(`${name} ${value}`)
  const parts = isWide ? eachAs(value.toLowerCase()) : isDivided ? { [name]: value } : undefined
  const texts = parts ?? (isVariable ? undefined : divide(name, value))
  if (texts === undefined) return { [name]: { value, important } }
  const values: DeclaredValues = {}
  for (const [property, text] of Object.entries(texts)) {
    const parsed = new CSSPropertyManager() as unknown as Declarations
    if (isWide) parsed.properties[property] = { value: text, important }
    else if (set.call(parsed, property, text, important).length === 0) return undefined
    for (const [part, own] of Object.entries(parsed.properties)) {
      values[part] = own.value === 'initial' && !isWide ? { ...own, value: unnamed(part) } : own
    }
  }
  return values
}

const setWith = (original: Setter): Setter =>
  function (this: Declarations, alias, value, important) {
    const name = nameOf(alias)
    const longhands = LONGHANDS.get(name)
    if (value === null) return original.call(this, name, value, important)
    if (longhands === undefined) {
      if (INTEGERS.test(name) && /^[-+]?\d*\.\d+$/.test(value)) return []
      const isKept = name in CSSPropertyList.kebabCase && SUBSTITUTED.test(value)
      if (!isKept) return original.call(this, name, value, important)
      this.properties[name] = { value, important }
      return [name]
    }
    const values = valuesOf(name, longhands, value, important, original)
    if (values === undefined) return []
    if (name in values) for (const longhand of longhands) delete this.properties[longhand]
    removeUndivided(this, longhands)
    Object.assign(this.properties, values)
    return Object.keys(values)
  }

const getWith = (original: Declarations['get']): Declarations['get'] =>
  function (this: Declarations, alias) {
    const name = nameOf(alias)
    const { properties } = this
    const longhands = LONGHANDS.get(name)
    const own = properties[name]
    // A longhand that was set later makes the shorthand invalid.
    if (own) return longhands?.some((longhand) => properties[longhand]) ? null : own
    const first = properties[longhands?.[0] ?? '']
    if (!first || !longhands) return null
    const { important } = first
    if (longhands.some((longhand) => properties[longhand]?.important !== important)) return null
    const isImage = name === 'border-image' && isUnnamed(name, properties)
    const isWide = longhands.every((longhand) => properties[longhand]?.value === first.value)
    const value = isImage
      ? 'none'
      : WRITTEN.test(name) && !(isWide && WIDE.test(first.value))
        ? original.call(this, name)?.value
        : join(name, properties)
    return value ? { value, important } : null
  }

function write(declarations: Declarations): string {
  const written = new Set<string>()
  const texts: string[] = []
  for (const [name, own] of Object.entries(declarations.properties)) {
    if (written.has(name)) continue
    const shorthand = SHORTHANDS_OF.get(name)?.find(
      (candidate) =>
        !LONGHANDS.get(candidate)?.some((longhand) => written.has(longhand)) &&
        declarations.get(candidate),
    )
    const { value, important } = (shorthand && declarations.get(shorthand)) || own
    for (const longhand of LONGHANDS.get(shorthand ?? '') ?? []) written.add(longhand)
    texts.push(`${shorthand ?? name}: ${value}${important ? ' !important' : ''};`)
  }
  return texts.join(' ')
}

/** https://drafts.csswg.org/cssom/#serialize-a-css-declaration-block */
export function installDeclarations(): void {
  addNames()
  // Important declarations win, so they come last.
  wrap<typeof CSSTextParser.parse>(CSSTextParser, 'parse', (original) => (text) => {
    const parsed = original.call(CSSTextParser, text)
    parsed.rules.sort((a, b) => Number(a.important) - Number(b.important))
    return parsed
  })
  const { prototype } = CSSPropertyManager as unknown as { prototype: Declarations }
  wrap(prototype, 'set', setWith)
  wrap(prototype, 'get', getWith)
  Object.assign(prototype, {
    remove(this: Declarations, alias: string) {
      const name = nameOf(alias)
      for (const property of [name, ...(LONGHANDS.get(name) ?? [])]) {
        delete this.properties[property]
      }
    },
    toString(this: Declarations) {
      return write(this)
    },
  })
}
