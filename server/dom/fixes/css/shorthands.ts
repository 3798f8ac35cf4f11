/**
 * Divides the shorthands of CSS into their longhands, and writes longhands as shorthands.
 * https://drafts.csswg.org/cssom/#serialize-a-css-value
 */
import { OWN_NAMES, SHORTHANDS } from './style-names.ts'

export type DeclaredValues = Record<string, { value: string; important: boolean }>

export const OWN: ReadonlySet<string> = new Set(OWN_NAMES.split(' '))

/** As happy-dom divides it. */
const FONT = 'font: *-style *-variant *-weight *-stretch line-height *-size *-family'

/** Longhands by shorthand; those with the most come first. */
export const LONGHANDS: ReadonlyMap<string, readonly string[]> = new Map(
  `${SHORTHANDS} ${FONT}`
    .split(';')
    .map((line): [string, string[]] => {
      const [name = '', longhands = ''] = line.trim().split(': ')
      return [name, longhands.replaceAll('*', name).split(' ')]
    })
    .toSorted(([, a], [, b]) => b.length - a.length),
)

export const SHORTHANDS_OF = new Map<string, string[]>()
for (const [name, longhands] of LONGHANDS)
  for (const longhand of longhands)
    SHORTHANDS_OF.set(longhand, [...(SHORTHANDS_OF.get(longhand) ?? []), name])

/** The last of two or four values may be left out. */
export const REPEATED =
  /^(?:gap|overflow|overscroll-behavior|place-.*|border-(?:(?:block|inline)-)?(?:color|style|width|radius)|(?:scroll-)?(?:margin|padding|inset)(?:-(?:block|inline))?)$/
/** Their values come in any order. */
const UNORDERED =
  /^(?:border-(?:top|right|bottom|left|(?:block|inline)-(?:start|end))|column-rule|outline|flex-flow|list-style|text-decoration|text-emphasis|-webkit-text-stroke)$/

/** By the end of a longhand's name. The first match takes a word. */
const WORDS: Readonly<Record<string, RegExp>> = {
  line: /^(?:none|underline|overline|line-through|blink)$/i,
  style:
    /^(?:auto|none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|wavy|dot|circle|filled)$/i,
  width: /^(?:thin|medium|thick|[-+.\d].*|(?:calc|min|max|clamp)\(.*)$/i,
  thickness: /^(?:from-font|[-+.\d].*|(?:calc|min|max|clamp)\(.*)$/i,
  direction: /^(?:row|column)(?:-reverse)?$/i,
  wrap: /^(?:no)?wrap(?:-reverse)?$/i,
  position: /^(?:in|out)side$/i,
  image: /^(?:url|[a-z-]+-gradient)\(/i,
  type: /^[-\w"']/,
  color: /^[-#a-z]/i,
}
/** Two words that are one value. */
const JOINED = /^(?:safe|unsafe|first|last)$/i
/** Initial values. */
const OF_BORDER =
  'width medium, style none, color currentcolor, image-source none, image-slice 100%, image-width 1, image-outset 0, image-repeat stretch'
const BORDERS = new Map(OF_BORDER.split(', ').map((pair) => pair.split(' ') as [string, string]))
const BORDER = /^border-(?:(?:top|right|bottom|left)-|(?=image-))(.+)$/

const lastName = (longhand: string): string => longhand.slice(longhand.lastIndexOf('-') + 1)

/** The value of a longhand that its shorthand leaves out. */
export function unnamed(longhand: string): string {
  if (longhand.startsWith('flex-')) return longhand === 'flex-wrap' ? 'nowrap' : 'row'
  return BORDERS.get(BORDER.exec(longhand)?.[1] ?? '') ?? 'initial'
}

const TOKENS = /"[^"]*"|'[^']*'|\s+|[()]|[^\s()"']+|["']/g

/** The parts between spaces; undefined if brackets do not match. */
function partsOf(text: string): string[] | undefined {
  const parts = ['']
  let depth = 0
  for (const token of text.match(TOKENS) ?? []) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (depth === 0 && /^\s/.test(token)) parts.push('')
    else parts.push(`${parts.pop()}${token}`)
  }
  return depth === 0 ? parts.filter((part) => part !== '') : undefined
}

/** Returns values by longhand; undefined if the form is not supported. */
export function divide(name: string, text: string): Record<string, string> | undefined {
  const longhands = LONGHANDS.get(name) ?? []
  const parts = partsOf(text)
  if (!parts || parts.length > longhands.length) return undefined
  if (parts.some((part) => part === '/' || JOINED.test(part))) return undefined
  if (REPEATED.test(name)) {
    const [first = '', second = first, third = first, last = second] = parts
    const values = [first, second, third, last]
    return Object.fromEntries(longhands.map((longhand, at) => [longhand, values[at] ?? '']))
  }
  if (!UNORDERED.test(name)) return undefined
  const words = new Map<string, string>()
  const order = Object.keys(WORDS)
  const rank = (longhand: string) => order.indexOf(lastName(longhand))
  const sorted = longhands.toSorted((a, b) => rank(a) - rank(b))
  for (const part of parts) {
    const free = sorted.find((name) => !words.has(name) && WORDS[lastName(name)]?.test(part))
    if (free === undefined) return undefined
    words.set(free, part)
  }
  return Object.fromEntries(longhands.map((name) => [name, words.get(name) ?? unnamed(name)]))
}

/** Empty if no shorthand has these values. */
export function join(name: string, values: DeclaredValues): string {
  const longhands = LONGHANDS.get(name) ?? []
  const texts = longhands.map((longhand) => values[longhand]?.value ?? '')
  const [first = ''] = texts
  if (WIDE.test(first) && texts.every((text) => text === first)) return first
  if (texts.some((text) => text === '' || (WIDE.test(text) && text !== 'initial'))) return ''
  if (name === 'border') return border(values)
  if (REPEATED.test(name)) return repeated(texts)
  if (!UNORDERED.test(name)) return ''
  const named = texts.filter((text, at) => text !== unnamed(longhands[at] ?? ''))
  return named.length === 0 && name === 'flex-flow' ? first : named.join(' ')
}

export const isUnnamed = (name: string, values: DeclaredValues): boolean =>
  LONGHANDS.get(name)?.every((longhand) => values[longhand]?.value === unnamed(longhand)) ?? false

function border(values: DeclaredValues): string {
  const [first = '', ...rest] = ['top', 'right', 'bottom', 'left'].map((side) =>
    join(`border-${side}`, values),
  )
  return isUnnamed('border-image', values) && rest.every((other) => other === first) ? first : ''
}

export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/i

export function repeated([
  first = '',
  second = '',
  third = first,
  last = second,
]: string[]): string {
  if (last !== second) return [first, second, third, last].join(' ')
  if (third !== first) return [first, second, third].join(' ')
  return first === second ? first : `${first} ${second}`
}
