/**
 * Reads the valid rules of style sheets, with their preludes as Chromium writes them.
 * `rules.ts` makes their objects once a script asks for them.
 */
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { containerCondition } from './container-conditions.ts'
import { mediaQueries } from './media-queries.ts'
import { type Rule, readBlock, readRule, readRules } from './parse-rules.ts'
import { propertyOfRule } from './registered-properties.ts'
import { selectorText } from './selector-text.ts'
import { unquoted } from './split-text.ts'
import { supportsCondition } from './supports.ts'

export interface RuleSource {
  /** The at-rule's name; `style`, `declarations`, `keyframe` or `margin` for others. */
  readonly kind: string
  /** As Chromium writes it. */
  readonly prelude: string
  readonly body: string | null
  /** As written in the sheet. */
  readonly text: string
  /** Whether a style rule is around it. */
  readonly isNested: boolean
}

/** The kind of block around a rule: decides which rules are valid, and how selectors begin. */
export type RuleContext = 'sheet' | 'group' | 'scope' | 'nested' | 'keyframes' | 'page'

/** The valid rules of a sheet. */
export const sheetSources: (css: string) => readonly RuleSource[] = memoized(200, (css) => {
  const sources: RuleSource[] = []
  let level = 0
  for (const rule of readRules(css)) {
    const source = sourceOf(rule, 'sheet')
    const own = source && levelOf(source)
    if (source === undefined || (own !== undefined && own < level)) continue
    level = own ?? level
    sources.push(source)
  }
  return sources
})

/** The valid rules in the block of another. */
export function blockSources(body: string, context: RuleContext): RuleSource[] {
  const hasDeclarations = context === 'nested' || context === 'scope'
  const items = hasDeclarations || context === 'page' ? readBlock(body) : readRules(body)
  return items.flatMap((item) =>
    typeof item !== 'string'
      ? (sourceOf(item, context) ?? [])
      : hasDeclarations
        ? declarationsOf(item)
        : [],
  )
}

const declarationsOf = (text: string): RuleSource => ({
  kind: 'declarations',
  prelude: '',
  body: text,
  text,
  isNested: true,
})

/** @returns Undefined if the text is not one valid rule. */
export function oneSource(text: string, context: RuleContext): RuleSource | undefined {
  const rule = readRule(text)
  return rule && sourceOf(rule, context)
}

/** Imports come first, then namespaces. Undefined: anywhere. */
export function levelOf({ kind }: RuleSource): number | undefined {
  if (kind === 'layers') return undefined
  return kind === 'import' ? 0 : kind === 'namespace' ? 1 : 2
}

const IN_SHEETS = new Set(['import', 'namespace'])
const IN_STYLES = new Set(['media', 'supports', 'container', 'layer', 'scope', 'starting-style'])

function sourceOf(rule: Rule, context: RuleContext): RuleSource | undefined {
  const { name, body, text } = rule
  const isNested = context === 'nested'
  const made = (kind: string, prelude: string | undefined) =>
    prelude === undefined ? undefined : { kind, prelude, body, text, isNested }
  if (context === 'keyframes')
    return name === null ? made('keyframe', keyText(rule.prelude)) : undefined
  if (context === 'page') return name === null ? undefined : made('margin', name)
  if (name === null) {
    const nesting = context === 'nested' ? 'nested' : context === 'scope' ? 'scoped' : 'plain'
    return made('style', selectorText(rule.prelude, nesting))
  }
  const kind = name === '-webkit-keyframes' ? 'keyframes' : name
  const read = PRELUDES[kind]
  const isBlock = body !== null
  if (
    read === undefined ||
    (isBlock ? STATEMENTS.has(kind) : !STATEMENTS.has(kind) && kind !== 'layer')
  )
    return undefined
  if (context !== 'sheet' && IN_SHEETS.has(kind)) return undefined
  if (isNested && (!IN_STYLES.has(kind) || !isBlock)) return undefined
  if (kind === 'property' && !propertyOfRule(rule.prelude, body ?? '')) return undefined
  const own = kind === 'layer' && !isBlock ? 'layers' : kind
  return made(own, read(rule.prelude.replaceAll('/**/', '').trim(), isBlock, isNested))
}

type ReadPrelude = (text: string, isBlock?: boolean, isNested?: boolean) => string | undefined

const STATEMENTS = new Set(['import', 'namespace'])

const IDENT = String.raw`(?!\d|-\d)(?:[-\w\u{80}-\u{10ffff}]|\\.)+`
const matching = (pattern: string): ReadPrelude => {
  const whole = new RegExp(`^(?:${pattern})$`, 'u')
  return (text) => (whole.test(text) ? text : undefined)
}
const identOnly: ReadPrelude = matching(IDENT)
const nothing: ReadPrelude = (text) => (text === '' ? '' : undefined)
const dashed = matching(String.raw`--[-\w\u{80}-\u{10ffff}]+`)
const STRING = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
const URL_OR_STRING = String.raw`(?:url\(\s*(?:${STRING}|[^"')]*?)\s*\)|${STRING})`

/** By at-rule. */
const PRELUDES: Readonly<Record<string, ReadPrelude>> = {
  media: (text) => mediaQueries(text).join(', '),
  supports: (text) => supportsCondition(text)?.text,
  container: containerPrelude,
  layer: layerPrelude,
  scope: scopePrelude,
  'starting-style': nothing,
  keyframes: keyframesName,
  'font-face': nothing,
  page: matching(String.raw`(?:${IDENT})?\s*(?::(?:first|left|right|blank))*`),
  property: dashed,
  'counter-style': (text) => (/^(?:none|decimal|disc)$/i.test(text) ? undefined : identOnly(text)),
  'font-palette-values': dashed,
  'font-feature-values': (text) => (text === '' ? undefined : text.replace(/\s*,\s*/g, ', ')),
  'position-try': dashed,
  'view-transition': nothing,
  import: (text) => importParts(text) && text,
  namespace: matching(String.raw`(?:${IDENT}\s+)?${URL_OR_STRING}`),
  function: (text) => (text.startsWith('--') ? text : undefined),
}

const NOT_CUSTOM = /^(?:none|initial|inherit|unset|revert|revert-layer|default)$/i

function keyframesName(text: string): string | undefined {
  if (/^["']/.test(text)) return CSS.escape(text.slice(1, -1))
  return NOT_CUSTOM.test(text) ? undefined : identOnly(text)
}

function layerPrelude(text: string, isBlock = false): string | undefined {
  const name = `${IDENT}(?:\\.${IDENT})*`
  if (isBlock && text === '') return ''
  const names = text.split(',').map((one) => one.trim())
  const whole = new RegExp(`^${name}$`, 'u')
  if ((isBlock && names.length > 1) || !names.every((one) => whole.test(one))) return undefined
  return names.join(', ')
}

function containerPrelude(text: string): string | undefined {
  const name = new RegExp(`^(?!not\\b)${IDENT}(?=\\s|$)`, 'iu').exec(text)?.[0] ?? ''
  const rest = text.slice(name.length).trim()
  if (rest === '') return name || undefined
  const condition = containerCondition(rest)?.text
  return condition && [name, condition].filter(Boolean).join(' ')
}

function scopePrelude(text: string, _ = true, isNested = false): string | undefined {
  const parts = /^(?:\((.*?)\))?\s*(?:to\s*\((.*)\))?$/is.exec(text)
  if (parts === null) return undefined
  const [, start, end] = parts
  const write = (selectors: string | undefined, context: 'nested' | 'plain') =>
    selectors === undefined ? '' : selectorText(selectors, context)
  const from = write(start, isNested ? 'nested' : 'plain')
  const to = write(end, 'plain')
  if (from === undefined || to === undefined) return undefined
  return [from && `(${from})`, to && `to (${to})`].filter(Boolean).join(' ')
}

export interface ImportParts {
  readonly href: string
  /** Empty: a layer without a name. Null: none. */
  readonly layer: string | null
  readonly supports: string | null
  readonly media: string
}

export function importParts(prelude: string): ImportParts | undefined {
  const [all, target] = new RegExp(`^(${URL_OR_STRING})`).exec(prelude) ?? []
  if (all === undefined || target === undefined) return undefined
  let rest = prelude.slice(all.length).trim()
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = rest.slice(found[0].length).trim()
    return found
  }
  const layer = take(/^layer(?:\(\s*([^\s()]+)\s*\)|(?![\w(-]))/i)
  const supports = take(/^supports\(((?:[^()]|\([^()]*\))*)\)/i)
  return {
    href: unquoted(target),
    layer: layer && (layer[1] ?? ''),
    supports: supports && (supports[1] ?? ''),
    media: mediaQueries(rest).join(', '),
  }
}

/** @returns The keys as percentages, or undefined for an invalid one. */
export function keyText(text: string): string | undefined {
  const keys = text.split(',').map((one) => {
    const key = one.trim().toLowerCase()
    if (key === 'from') return '0%'
    if (key === 'to') return '100%'
    const [, range = '', number] = /^([a-z-]+ )?\+?(\d*\.?\d+)%$/.exec(key) ?? []
    const value = Number(number)
    return value >= 0 && (range !== '' || value <= 100) ? `${range}${value}%` : undefined
  })
  return keys.includes(undefined) ? undefined : keys.join(', ')
}
