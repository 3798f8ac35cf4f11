/**
 * Reads the features of media queries and containers. One that is not understood is unknown.
 * https://drafts.csswg.org/mediaqueries-5/#mq-features
 */
import { type ComponentValue, type Condition, identOf, words } from './condition.ts'
import { length, type Units } from './lengths.ts'

/** The features of a window or a container. One that it lacks is undefined. */
export interface Features {
  readonly numbers: Readonly<Record<string, number | undefined>>
  readonly keywords: Readonly<Record<string, string | undefined>>
  readonly units: Units
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

/** The keywords of features. */
const KEYWORDS: Readonly<Record<string, RegExp>> = {
  ...same('hover any-hover', /^(?:none|hover)$/),
  ...same('pointer any-pointer', /^(?:none|coarse|fine)$/),
  ...same('dynamic-range video-dynamic-range', /^(?:standard|high)$/),
  ...same(
    'prefers-reduced-motion prefers-reduced-data prefers-reduced-transparency',
    /^(?:no-preference|reduce)$/,
  ),
  orientation: /^(?:portrait|landscape)$/,
  ...same('grid -webkit-transform-3d', /^[01]$/),
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

const NAMED: Readonly<Record<string, RegExp>> = { ...RANGES, ...KEYWORDS }

function same(names: string, values: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, values]))
}

type Feature = Condition<Features>

/** `(name)`, `(name: value)`, `(min-name: value)` or a range. */
export function mediaFeature({ token: [type], inside = [] }: ComponentValue): Feature | undefined {
  if (type !== '(-token') return undefined
  const parts = words(inside)
  const name = identOf(parts[0])
  const isDeclared = name !== undefined && parts[1]?.token[0] === 'colon-token'
  const own = isDeclared
    ? declared(name, parts.slice(2))
    : parts.length === 1
      ? named(name)
      : range(parts)
  return own && { text: `(${own.text})`, holds: own.holds }
}

function named(name = ''): Feature | undefined {
  if (!(name in NAMED)) return undefined
  const holds = ({ numbers, keywords }: Features) => {
    const value = numbers[name] ?? keywords[name]
    return value === undefined ? undefined : !/^(?:0|none|no-preference)$/.test(String(value))
  }
  return { text: name, holds }
}

function declared(name: string, parts: readonly ComponentValue[]): Feature | undefined {
  const [, vendor = '', limit] = /^(-webkit-)?(min|max)-/.exec(name) ?? []
  const bare = vendor + name.slice(`${vendor}${limit}-`.length)
  const isLimit = limit !== undefined && bare in RANGES
  const plain = isLimit ? bare : name
  const value = writtenValue(plain, parts)
  if (value === undefined) return undefined
  const holds = ({ numbers, keywords, units }: Features) => {
    const word = keywords[plain]
    if (word !== undefined) return word === value
    return compare(numbers[plain], !isLimit ? '=' : limit === 'min' ? '>=' : '<=', value, units)
  }
  return { text: `${name}: ${value}`, holds }
}

function compare(
  number: number | undefined,
  sign: string,
  value: string,
  units: Units,
): boolean | undefined {
  const other = numberOf(value, units)
  if (number === undefined || other === undefined) return undefined
  if (sign.startsWith('<')) return number < other || (sign === '<=' && number === other)
  if (sign.startsWith('>')) return number > other || (sign === '>=' && number === other)
  return number === other
}

function numberOf(text: string, units: Units): number | undefined {
  const [, width, height] = /^([.\d]+) \/ ([.\d]+)$/.exec(text) ?? []
  if (height) return Number(width) / Number(height)
  const [, density, unit = ''] = /^([.\d]+)(dppx|x|dpi|dpcm)?$/.exec(text) ?? []
  if (density) return Number(density) / (unit === 'dpi' ? 96 : unit === 'dpcm' ? 96 / 2.54 : 1)
  return length(text, units)
}

function writtenValue(name: string, parts: readonly ComponentValue[]): string | undefined {
  const values = NAMED[name]
  if (values === undefined || parts.length === 0) return undefined
  const texts = parts.map(wordOf)
  const isRatio = values === RANGES['aspect-ratio'] && texts.length === 1
  const text = isRatio ? `${texts[0]} / 1` : texts.join(' ')
  return values.test(text) || CALLED.test(text) ? text : undefined
}

function wordOf({ token, text }: ComponentValue): string {
  const [type, , , , data] = token
  if (type === 'number-token') return String(data?.value)
  if (type === 'dimension-token') return `${data?.value}${data?.unit?.toLowerCase()}`
  return type === 'function-token' ? text : text.toLowerCase()
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** One or two values and a name, with `<`, `<=`, `=`, `>=` or `>` between. */
function range(parts: readonly ComponentValue[]): Feature | undefined {
  const sides: ComponentValue[][] = [[]]
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
  const tests = signs.map((sign, index) => {
    const isBefore = index < at
    const value = (isBefore ? texts[index] : texts[index + 1]) as string
    return [isBefore ? (MIRRORED[sign] ?? sign) : sign, value] as const
  })
  return {
    text: texts
      .map((text, index) => (index === 0 ? text : `${signs[index - 1]} ${text}`))
      .join(' '),
    holds: ({ numbers, units }) => {
      const results = tests.map(([sign, value]) => compare(numbers[name], sign, value, units))
      return results.includes(undefined) ? undefined : !results.includes(false)
    },
  }
}
