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
  const components = words(inside)
  const name = identOf(components[0])
  const isDeclared = name !== undefined && components[1]?.token[0] === 'colon-token'
  const feature = isDeclared
    ? declared(name, components.slice(2))
    : components.length === 1
      ? named(name)
      : range(components)
  return feature && { text: `(${feature.text})`, holds: feature.holds }
}

function named(name = ''): Feature | undefined {
  if (!(name in NAMED)) return undefined
  const holds = ({ numbers, keywords }: Features) => {
    const value = numbers[name] ?? keywords[name]
    return value === undefined ? undefined : !/^(?:0|none|no-preference)$/.test(String(value))
  }
  return { text: name, holds }
}

function declared(name: string, components: readonly ComponentValue[]): Feature | undefined {
  const [, vendor = '', limit] = /^(-webkit-)?(min|max)-/.exec(name) ?? []
  const bare = vendor + name.slice(`${vendor}${limit}-`.length)
  const isLimit = limit !== undefined && bare in RANGES
  const plain = isLimit ? bare : name
  const value = writtenValue(plain, components)
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

function numberOf(value: string, units: Units): number | undefined {
  const [, width, height] = /^([.\d]+) \/ ([.\d]+)$/.exec(value) ?? []
  if (height) return Number(width) / Number(height)
  const [, density, unit = ''] = /^([.\d]+)(dppx|x|dpi|dpcm)?$/.exec(value) ?? []
  if (density) return Number(density) / (unit === 'dpi' ? 96 : unit === 'dpcm' ? 96 / 2.54 : 1)
  return length(value, units)
}

function writtenValue(name: string, components: readonly ComponentValue[]): string | undefined {
  const values = NAMED[name]
  if (values === undefined || components.length === 0) return undefined
  const texts = components.map(wordOf)
  const isRatio = values === RANGES['aspect-ratio'] && texts.length === 1
  const value = isRatio ? `${texts[0]} / 1` : texts.join(' ')
  return values.test(value) || CALLED.test(value) ? value : undefined
}

function wordOf({ token, text }: ComponentValue): string {
  const [type, , , , data] = token
  if (type === 'number-token') return String(data?.value)
  if (type === 'dimension-token') return `${data?.value}${data?.unit?.toLowerCase()}`
  return type === 'function-token' ? text : text.toLowerCase()
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** One or two values and a name, with `<`, `<=`, `=`, `>=` or `>` between. */
function range(components: readonly ComponentValue[]): Feature | undefined {
  const sides: ComponentValue[][] = [[]]
  const signs: string[] = []
  for (const [at, part] of components.entries()) {
    const sign = part.token[0] === 'delim-token' ? part.token[1] : ''
    if (!/^[<>=]$/.test(sign)) sides.at(-1)?.push(part)
    else if (sign === '=' && /^[<>]$/.test(components[at - 1]?.token[1] ?? ''))
      signs.push(`${signs.pop()}=`)
    else {
      signs.push(sign)
      sides.push([])
    }
  }
  const nameIndex = sides.findIndex(
    (side) => side.length === 1 && (identOf(side[0]) ?? '') in RANGES,
  )
  const name = identOf(sides[nameIndex]?.[0])
  if (name === undefined || signs.length === 0 || signs.length > 2) return undefined
  const texts = sides.map((side, index) => (index === nameIndex ? name : writtenValue(name, side)))
  if (texts.includes(undefined)) return undefined
  const tests = signs.map((sign, index) => {
    const isBefore = index < nameIndex
    const value = (isBefore ? texts[index] : texts[index + 1]) as string
    return [isBefore ? (MIRRORED[sign] ?? sign) : sign, value] as const
  })
  return {
    text: texts
      .map((side, index) => (index === 0 ? side : `${signs[index - 1]} ${side}`))
      .join(' '),
    holds: ({ numbers, units }) => {
      const results = tests.map(([sign, value]) => compare(numbers[name], sign, value, units))
      return results.includes(undefined) ? undefined : !results.includes(false)
    },
  }
}
