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
  /** The selector, condition or name as Chromium writes it. */
  readonly prelude: string
  readonly body: string | null
  /** The whole rule as written in the sheet. */
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
    const sourceLevel = source && levelOf(source)
    if (source === undefined || (sourceLevel !== undefined && sourceLevel < level)) continue
    level = sourceLevel ?? level
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

const declarationsOf = (declarations: string): RuleSource => ({
  kind: 'declarations',
  prelude: '',
  body: declarations,
  text: declarations,
  isNested: true,
})

/** @returns Undefined if the text is not one valid rule. */
export function oneSource(ruleText: string, context: RuleContext): RuleSource | undefined {
  const rule = readRule(ruleText)
  return rule && sourceOf(rule, context)
}

/** Imports come first, then namespaces. @returns Undefined for a rule of any place. */
export function levelOf({ kind }: RuleSource): number | undefined {
  if (kind === 'layers') return undefined
  return kind === 'import' ? 0 : kind === 'namespace' ? 1 : 2
}

/** At-rules without a block, which only sheets hold. */
const STATEMENTS = new Set(['import', 'namespace'])
const IN_STYLES = new Set(['media', 'supports', 'container', 'layer', 'scope', 'starting-style'])

function sourceOf(rule: Rule, context: RuleContext): RuleSource | undefined {
  const { name, body, text } = rule
  const isNested = context === 'nested'
  const source = (kind: string, prelude: string | undefined) =>
    prelude === undefined ? undefined : { kind, prelude, body, text, isNested }
  if (context === 'keyframes')
    return name === null ? source('keyframe', keyText(rule.prelude)) : undefined
  if (context === 'page') return name === null ? undefined : source('margin', name)
  if (name === null) {
    const nesting = context === 'nested' ? 'nested' : context === 'scope' ? 'scoped' : 'plain'
    return source('style', selectorText(rule.prelude, nesting))
  }
  const kind = name === '-webkit-keyframes' ? 'keyframes' : name
  const read = PRELUDES[kind]
  const isBlock = body !== null
  if (
    read === undefined ||
    (isBlock ? STATEMENTS.has(kind) : !STATEMENTS.has(kind) && kind !== 'layer')
  )
    return undefined
  if (context !== 'sheet' && STATEMENTS.has(kind)) return undefined
  if (isNested && (!IN_STYLES.has(kind) || !isBlock)) return undefined
  if (kind === 'property' && !propertyOfRule(rule.prelude, body ?? '')) return undefined
  const sourceKind = kind === 'layer' && !isBlock ? 'layers' : kind
  return source(sourceKind, read(rule.prelude.replaceAll('/**/', '').trim(), { isBlock, isNested }))
}

interface PreludePlace {
  /** Whether a block follows the prelude. */
  readonly isBlock: boolean
  readonly isNested: boolean
}

type ReadPrelude = (prelude: string, place: PreludePlace) => string | undefined

const IDENT = String.raw`(?!\d|-\d)(?:[-\w\u{80}-\u{10ffff}]|\\.)+`
const matching = (pattern: string) => {
  const whole = new RegExp(`^(?:${pattern})$`, 'u')
  return (prelude: string) => (whole.test(prelude) ? prelude : undefined)
}
const identOnly = matching(IDENT)
const nothing: ReadPrelude = (prelude) => (prelude === '' ? '' : undefined)
const dashed = matching(String.raw`--[-\w\u{80}-\u{10ffff}]+`)
const STRING = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
const URL_OR_STRING = String.raw`(?:url\(\s*(?:${STRING}|[^"')]*?)\s*\)|${STRING})`

/** Readers of preludes by at-rule. */
const PRELUDES: Readonly<Record<string, ReadPrelude>> = {
  media: (prelude) => mediaQueries(prelude).join(', '),
  supports: (prelude) => supportsCondition(prelude)?.text,
  container: containerPrelude,
  layer: layerPrelude,
  scope: scopePrelude,
  'starting-style': nothing,
  keyframes: keyframesName,
  'font-face': nothing,
  page: matching(String.raw`(?:${IDENT})?\s*(?::(?:first|left|right|blank))*`),
  property: dashed,
  'counter-style': (prelude) =>
    /^(?:none|decimal|disc)$/i.test(prelude) ? undefined : identOnly(prelude),
  'font-palette-values': dashed,
  'font-feature-values': (prelude) =>
    prelude === '' ? undefined : prelude.replace(/\s*,\s*/g, ', '),
  'position-try': dashed,
  'view-transition': nothing,
  import: (prelude) => importParts(prelude) && prelude,
  namespace: matching(String.raw`(?:${IDENT}\s+)?${URL_OR_STRING}`),
  function: (prelude) => (prelude.startsWith('--') ? prelude : undefined),
}

const NOT_CUSTOM = /^(?:none|initial|inherit|unset|revert|revert-layer|default)$/i

function keyframesName(prelude: string): string | undefined {
  if (/^["']/.test(prelude)) return CSS.escape(prelude.slice(1, -1))
  return NOT_CUSTOM.test(prelude) ? undefined : identOnly(prelude)
}

function layerPrelude(prelude: string, { isBlock }: PreludePlace): string | undefined {
  const name = `${IDENT}(?:\\.${IDENT})*`
  if (isBlock && prelude === '') return ''
  const names = prelude.split(',').map((layer) => layer.trim())
  const whole = new RegExp(`^${name}$`, 'u')
  if ((isBlock && names.length > 1) || !names.every((layer) => whole.test(layer))) return undefined
  return names.join(', ')
}

function containerPrelude(prelude: string): string | undefined {
  const name = new RegExp(`^(?!not\\b)${IDENT}(?=\\s|$)`, 'iu').exec(prelude)?.[0] ?? ''
  const query = prelude.slice(name.length).trim()
  if (query === '') return name || undefined
  const condition = containerCondition(query)?.text
  return condition && [name, condition].filter(Boolean).join(' ')
}

function scopePrelude(prelude: string, { isNested }: PreludePlace): string | undefined {
  const match = /^(?:\((.*?)\))?\s*(?:to\s*\((.*)\))?$/is.exec(prelude)
  if (match === null) return undefined
  const [, start, end] = match
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
  let remaining = prelude.slice(all.length).trim()
  const readModifier = (pattern: RegExp) => {
    const modifier = pattern.exec(remaining)
    if (modifier) remaining = remaining.slice(modifier[0].length).trim()
    return modifier
  }
  const layer = readModifier(/^layer(?:\(\s*([^\s()]+)\s*\)|(?![\w(-]))/i)
  const supports = readModifier(/^supports\(((?:[^()]|\([^()]*\))*)\)/i)
  return {
    href: unquoted(target),
    layer: layer && (layer[1] ?? ''),
    supports: supports && (supports[1] ?? ''),
    media: mediaQueries(remaining).join(', '),
  }
}

/** @returns The keys as percentages, or undefined for an invalid one. */
export function keyText(selectors: string): string | undefined {
  const keys = selectors.split(',').map((selector) => {
    const key = selector.trim().toLowerCase()
    if (key === 'from') return '0%'
    if (key === 'to') return '100%'
    const [, range = '', number] = /^([a-z-]+ )?\+?(\d*\.?\d+)%$/.exec(key) ?? []
    const value = Number(number)
    return value >= 0 && (range !== '' || value <= 100) ? `${range}${value}%` : undefined
  })
  return keys.includes(undefined) ? undefined : keys.join(', ')
}
