/**
 * Writes media queries as Chromium does. A query that is not understood is `not all`; a feature
 * that is not known stays as written.
 * https://drafts.csswg.org/mediaqueries/#mq-syntax
 */
import { tokenize } from '#happy-dom'
import { memoized } from '../../diagnostics/runtime/memoized.ts'

type Token = readonly [type: string, text: string, start: number, end: number, data?: TokenData]
type TokenData = { readonly value?: string | number; readonly unit?: string }

/** A token, or a block with what is in it. */
interface Part {
  readonly token: Token
  readonly inside?: readonly Part[]
  /** As written. */
  readonly text: string
}

const NOT_UNDERSTOOD = 'not all'

/** The queries of a list. */
export const mediaQueries: (text: string) => readonly string[] = memoized(2_000, (text) => {
  const parts = partsOf(text)
  if (parts.every(isSpace)) return []
  return split(parts, 'comma-token').map((query) => mediaQuery(query) ?? NOT_UNDERSTOOD)
})

/** @returns A condition of `@container`, or undefined if it is none. */
export const containerCondition = (text: string): string | undefined =>
  condition(words(partsOf(text)), true)

const OPEN = /^(?:\(|\[|\{|function)-token$/
const CLOSE = /^[)\]}]-token$/

function partsOf(css: string): Part[] {
  const tokens = tokenize({ css }) as unknown as Token[]
  let at = 0
  const textFrom = (start: number) =>
    at < tokens.length - 1 ? css.slice(start, (tokens[at]?.[3] ?? 0) + 1) : `${css.slice(start)})`
  const read = (): Part[] => {
    const parts: Part[] = []
    for (; at < tokens.length - 1; at++) {
      const token = tokens[at] as Token
      if (CLOSE.test(token[0])) return parts
      if (token[0] === 'comment') continue
      if (!OPEN.test(token[0])) {
        parts.push({ token, text: token[1] })
        continue
      }
      at++
      const inside = read()
      parts.push({ token, inside, text: textFrom(token[2]) })
    }
    return parts
  }
  const parts = read()
  // A bracket that closes nothing.
  return at < tokens.length - 1 ? [{ token: tokens[at] as Token, text: '' }] : parts
}

const isSpace = ({ token }: Part): boolean => token[0] === 'whitespace-token'
const words = (parts: readonly Part[]): Part[] => parts.filter((part) => !isSpace(part))

function split(parts: readonly Part[], type: string): Part[][] {
  const lists: Part[][] = [[]]
  for (const part of parts) {
    if (part.token[0] === type) lists.push([])
    else lists.at(-1)?.push(part)
  }
  return lists
}

function identOf(part: Part | undefined): string | undefined {
  return part?.token[0] === 'ident-token' ? String(part.token[4]?.value).toLowerCase() : undefined
}

const NO_TYPE = new Set(['not', 'only', 'and', 'or', 'layer'])

function mediaQuery(parts: readonly Part[]): string | undefined {
  const all = words(parts)
  const modifier = /^(?:not|only)$/.exec(identOf(all[0]) ?? '')?.[0]
  const rest = modifier ? all.slice(1) : all
  const type = identOf(rest[0])
  if (type === undefined) return modifier === 'only' ? undefined : condition(all)
  if (NO_TYPE.has(type)) return undefined
  const start = `${modifier ? `${modifier} ` : ''}${type}`
  if (rest.length === 1) return start
  const isMore = identOf(rest[1]) === 'and'
  const more = isMore ? condition(rest.slice(2), false, 'and') : undefined
  if (more === undefined) return undefined
  return !modifier && type === 'all' ? more : `${start} and ${more}`
}

/** @param joint Only conditions that are joined by it. */
function condition(
  parts: readonly Part[],
  isContainer = false,
  joint?: string,
): string | undefined {
  const read = (part: Part | undefined) => part && inParens(part, isContainer)
  if (identOf(parts[0]) === 'not') {
    const only = parts.length === 2 && joint === undefined ? read(parts[1]) : undefined
    return only && `not ${only}`
  }
  const first = read(parts[0])
  if (first === undefined) return undefined
  let text = first
  const join = joint ?? identOf(parts[1])
  if (parts.length > 1 && join !== 'and' && join !== 'or') return undefined
  for (let at = 1; at < parts.length; at += 2) {
    const next = identOf(parts[at]) === join ? read(parts[at + 1]) : undefined
    if (next === undefined) return undefined
    text += ` ${join} ${next}`
  }
  return text
}

function inParens({ token, inside, text }: Part, isContainer: boolean): string | undefined {
  if (inside === undefined) return undefined
  const [type, written] = token
  if (type === 'function-token') {
    const isQuery = isContainer && /^(?:style|scroll-state)\($/i.test(written)
    return isQuery ? `${written.toLowerCase()}${declaration(inside)})` : text
  }
  if (type !== '(-token') return undefined
  const all = words(inside)
  const isCondition = all[0]?.inside !== undefined || identOf(all[0]) === 'not'
  const own = isCondition ? condition(all, isContainer) : feature(all)
  return own === undefined ? text : `(${own})`
}

function declaration(parts: readonly Part[]): string {
  const text = parts
    .map((part) => part.text)
    .join('')
    .trim()
  return text.replace(/^([\w-]+)\s*:\s*/, '$1: ')
}

const LENGTH =
  /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?(?:px|r?em|r?ex|r?ch|r?lh|r?cap|r?ic|[sdl]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|cm|mm|q|in|pt|pc)|0)$/
const CALLED = /^(?:calc|min|max|clamp|var|env)\(/

/** The values that are valid for features with a range. */
const RANGES: Readonly<Record<string, RegExp>> = {
  ...same('width height device-width device-height inline-size block-size', LENGTH),
  ...same('aspect-ratio device-aspect-ratio', /^[\d.]+ \/ [\d.]+$/),
  ...same(
    'color color-index monochrome horizontal-viewport-segments vertical-viewport-segments',
    /^\d+$/,
  ),
  resolution: /^[\d.]+(?:dpi|dpcm|dppx|x)$/,
  '-webkit-device-pixel-ratio': /^[\d.]+$/,
}

/** Of features with keywords. */
const KEYWORDS: Readonly<Record<string, RegExp>> = {
  ...same('hover any-hover', /^(?:none|hover)$/),
  ...same('pointer any-pointer', /^(?:none|coarse|fine)$/),
  ...same('dynamic-range video-dynamic-range', /^(?:standard|high)$/),
  ...same(
    'prefers-reduced-motion prefers-reduced-data prefers-reduced-transparency',
    /^(?:no-preference|reduce)$/,
  ),
  orientation: /^(?:portrait|landscape)$/,
  grid: /^[01]$/,
  update: /^(?:none|slow|fast)$/,
  scripting: /^(?:none|initial-only|enabled)$/,
  'prefers-color-scheme': /^(?:light|dark)$/,
  'prefers-contrast': /^(?:no-preference|more|less|custom)$/,
  'forced-colors': /^(?:none|active)$/,
  'color-gamut': /^(?:srgb|p3|rec2020)$/,
  'display-mode':
    /^(?:fullscreen|standalone|minimal-ui|browser|window-controls-overlay|picture-in-picture|tabbed|borderless)$/,
  'overflow-block': /^(?:none|scroll|paged)$/,
  'overflow-inline': /^(?:none|scroll)$/,
}

function same(names: string, values: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, values]))
}

/** Undefined: it stays as written. */
function feature(parts: readonly Part[]): string | undefined {
  const name = identOf(parts[0])
  if (parts.length === 1) return name !== undefined && name in NAMED ? name : undefined
  if (name !== undefined && parts[1]?.token[0] === 'colon-token') {
    const value = writtenValue(plainName(name), parts.slice(2))
    return value === undefined ? undefined : `${name}: ${value}`
  }
  return range(parts)
}

const NAMED: Readonly<Record<string, RegExp>> = { ...RANGES, ...KEYWORDS }

/** Without `min-` and `max-`. */
function plainName(name: string): string {
  const plain = name.replace(/^(-webkit-)?(?:min|max)-/, '$1')
  return plain in RANGES ? plain : name
}

function writtenValue(name: string, parts: readonly Part[]): string | undefined {
  const values = NAMED[name]
  if (values === undefined || parts.length === 0) return undefined
  const texts = parts.map(wordOf)
  const isRatio = values === RANGES['aspect-ratio'] && texts.length === 1
  const text = isRatio ? `${texts[0]} / 1` : texts.join(' ')
  return values.test(text) || CALLED.test(text) ? text : undefined
}

function wordOf({ token, text }: Part): string {
  const [type, , , , data] = token
  if (type === 'number-token') return String(data?.value)
  if (type === 'dimension-token') return `${data?.value}${data?.unit?.toLowerCase()}`
  return type === 'function-token' ? text : text.toLowerCase()
}

/** With `<`, `<=`, `=`, `>=` or `>`. */
function range(parts: readonly Part[]): string | undefined {
  const sides: Part[][] = [[]]
  const signs: string[] = []
  for (const [at, part] of parts.entries()) {
    const sign = part.token[0] === 'delim-token' ? part.token[1] : ''
    if (!/^[<>=]$/.test(sign)) sides.at(-1)?.push(part)
    else if (sign === '=' && /^[<>]$/.test(parts[at - 1]?.token[1] ?? ''))
      signs.push(`${signs.pop()}=`)
    else {
      signs.push(sign)
      sides.push([])
    }
  }
  const at = sides.findIndex((side) => side.length === 1 && (identOf(side[0]) ?? '') in RANGES)
  const name = identOf(sides[at]?.[0])
  if (name === undefined || signs.length === 0 || signs.length > 2) return undefined
  const texts = sides.map((side, index) => (index === at ? name : writtenValue(name, side)))
  if (texts.includes(undefined)) return undefined
  return texts.map((text, index) => (index === 0 ? text : `${signs[index - 1]} ${text}`)).join(' ')
}
