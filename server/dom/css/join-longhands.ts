/**
 * Writes longhands as a shorthand, for declarations and computed styles.
 * https://drafts.csswg.org/cssom/#serialize-a-css-value
 */
import { WIDE } from './declarations.ts'
import { isName } from './grid-shorthands.ts'
import { initialValue, LONGHANDS } from './properties.ts'
import { unnamed, WHITE_SPACES } from './shorthand-parts.ts'
import { REPEATED } from './shorthands.ts'
import { splitText } from './split-text.ts'

type ValueOf = (longhand: string) => string

/** Computed styles have initial values too, which declarations leave out. */
type Style = 'declared' | 'computed'

/** Returns '' if no value of the shorthand has these longhands. */
export function joinLonghands(name: string, of: ValueOf, style: Style = 'declared'): string {
  const longhands = LONGHANDS.get(name) ?? []
  const texts = longhands.map(of)
  const [first = ''] = texts
  if (WIDE.test(first) && texts.every((value) => value === first)) return first
  if (texts.some((value) => value === '' || (WIDE.test(value) && value !== 'initial'))) return ''
  const join = SPECIAL[name]
  if (join) return join(of, style)
  if (REPEATED.test(name)) return repeated(texts)
  if (NAMED.test(name)) return named(name, longhands, texts, style)
  const lists = texts.map((value) => splitText(value, /,/))
  return LAYERED.test(name) ? layered(name, longhands, lists) : ''
}

const NAMED =
  /^(?:offset|scroll-timeline|view-timeline|border-(?:top|right|bottom|left|(?:block|inline)-(?:start|end))|(?:column|row)-rule|outline|flex-flow|list-style|text-decoration|text-emphasis|text-wrap|columns|-webkit-text-stroke)$/
const LAYERED = /^(?:animation|background|background-position|mask|mask-position|transition)$/
/** Computed styles leave out the same parts as declarations. */
const SHORT = /^(?:text-decoration|text-emphasis|text-wrap|columns)$/

function named(
  name: string,
  longhands: readonly string[],
  texts: readonly string[],
  style: Style,
): string {
  const isWhole = style === 'computed'
  if (isWhole && !SHORT.test(name)) return texts.join(' ')
  const isNamed = (value: string, longhand: string) =>
    value !== 'initial' &&
    value !== unnamed(longhand) &&
    !(isWhole && value === initialOf(longhand))
  const kept = texts.filter((value, index) => isNamed(value, longhands[index] ?? ''))
  if (kept.length > 0) return kept.join(' ')
  return name === 'flex-flow' || isWhole ? (texts[0] ?? '') : ''
}

const valuesOf = (shorthand: string, of: ValueOf): string[] =>
  (LONGHANDS.get(shorthand) ?? []).map(of)

const initialOf = (longhand: string): string => initialValue(longhand) ?? ''

function repeated([
  first = '',
  second = '',
  third = first,
  last = second,
]: readonly string[]): string {
  if (last !== second) return [first, second, third, last].join(' ')
  if (third !== first) return [first, second, third].join(' ')
  return first === second ? first : `${first} ${second}`
}

/** Parts of a layer in the order that Chromium writes them. */
const ORDER: Readonly<Record<string, string>> = {
  background: 'image position-x position-y size repeat attachment origin clip color',
  mask: 'image position-x position-y size repeat origin clip composite mode',
  animation:
    'duration timing-function delay iteration-count direction fill-mode play-state name timeline range-start range-end',
  transition: 'property duration timing-function delay behavior',
}

function layered(name: string, longhands: readonly string[], lists: readonly string[][]): string {
  const order = ORDER[name]?.split(' ')
  if (!order)
    return lists[0]?.map((_, index) => lists.map((list) => list[index]).join(' ')).join(', ') ?? ''
  const listOf = (part: string) =>
    lists[
      longhands.findIndex(
        (longhand) => longhand === `${name}-${part}` || longhand.endsWith(`${name}-${part}`),
      )
    ] ?? []
  const count = listOf(order[0] ?? '').length
  const textIn = (layer: number, part: string) => {
    if (part !== 'color') return listOf(part)[layer] ?? ''
    return (layer === count - 1 ? listOf(part)[0] : undefined) ?? ''
  }
  return Array.from({ length: count }, (_, index) =>
    layer(name, order, (part) => textIn(index, part)),
  ).join(', ')
}

function layer(name: string, order: readonly string[], of: ValueOf): string {
  const isNamed = (part: string) => {
    const value = of(part)
    if (name === 'animation') return !/^(?:timeline|range)/.test(part)
    return value !== '' && value !== 'initial' && value !== initialOf(`${name}-${part}`)
  }
  const texts: string[] = []
  for (const part of order) {
    if (part === 'position-y' || part === 'clip') continue
    if (part === 'position-x') {
      if (['position-x', 'position-y', 'size'].some(isNamed)) {
        texts.push(`${of('position-x')} ${of('position-y')}`)
        if (isNamed('size')) texts.push(`/ ${of('size')}`)
      }
    } else if (part === 'origin') {
      const [origin, clip] = [of('origin'), of('clip')]
      if (isNamed('origin') || isNamed('clip'))
        texts.push(origin === clip ? origin : `${origin} ${clip}`)
    } else if (
      part === 'delay'
        ? isNamed('delay')
        : part === 'duration'
          ? isNamed('duration') || isNamed('delay')
          : part !== 'size' && isNamed(part)
    ) {
      texts.push(of(part))
    }
  }
  if (texts.length > 0) return texts.join(' ')
  return name === 'transition' ? 'all' : 'none'
}

function border(of: ValueOf, style: Style): string {
  const [first = '', ...rest] = ['top', 'right', 'bottom', 'left'].map((side) =>
    joinLonghands(`border-${side}`, of, style),
  )
  const isPlain = (LONGHANDS.get('border-image') ?? []).every(
    (longhand) => of(longhand) === unnamed(longhand),
  )
  return isPlain && rest.every((other) => other === first) ? first : ''
}

function radius(of: ValueOf): string {
  const pairs = (LONGHANDS.get('border-radius') ?? []).map((longhand) => of(longhand).split(' '))
  const across = repeated(pairs.map(([x = '']) => x))
  const down = repeated(pairs.map(([x = '', y = x]) => y))
  return across === down ? across : `${across} / ${down}`
}

function font(of: ValueOf): string {
  const words = ['font-style', 'font-variant-caps', 'font-weight', 'font-stretch']
    .map(of)
    .filter((value) => !/^(?:normal|400|100%)$/.test(value))
  const line = of('line-height')
  const size = of('font-size') + (line === 'normal' ? '' : ` / ${line}`)
  return [...words, size, of('font-family')].join(' ')
}

/** Leaves out a line that is equal to the line before it. */
const lines =
  (name: string) =>
  (of: ValueOf): string => {
    const texts = valuesOf(name, of)
    const implied = (index: number) => {
      const from = texts[index === 3 ? 1 : 0] ?? ''
      return isName(from) ? from : 'auto'
    }
    while (texts.length > 1 && texts.at(-1) === implied(texts.length - 1)) texts.pop()
    return texts.join(' / ')
  }

function template(of: ValueOf): string {
  const [rows = '', columns = '', areas = ''] = ['rows', 'columns', 'areas'].map((part) =>
    of(`grid-template-${part}`),
  )
  const end = columns === 'none' ? '' : ` / ${columns}`
  if (areas === 'none' || areas === 'initial')
    return rows === 'none' && end === '' ? 'none' : `${rows} / ${columns}`
  const tracks = splitText(rows, /\s+/)
  const texts = (areas.match(/"[^"]*"/g) ?? []).map((area, index) =>
    tracks[index] === 'auto' || tracks[index] === undefined ? area : `${area} ${tracks[index]}`,
  )
  return texts.join(' ') + end
}

/** Writes a template, if all other longhands are initial. */
function grid(of: ValueOf): string {
  const automatic = ['grid-auto-flow', 'grid-auto-rows', 'grid-auto-columns'].map(of)
  return automatic.every((value) => /^(?:initial|row|auto)$/.test(value)) ? template(of) : ''
}

const sides =
  (name: string) =>
  (of: ValueOf, style: Style): string => {
    const [start, end] = ['start', 'end'].map((side) => joinLonghands(`${name}-${side}`, of, style))
    return start === end ? (start ?? '') : ''
  }

function fontVariant(of: ValueOf): string {
  const texts = valuesOf('font-variant', of).filter((value) => value !== 'normal')
  return texts.join(' ') || 'normal'
}

const SPECIAL: Readonly<Record<string, (of: ValueOf, style: Style) => string>> = {
  border,
  'border-image': (of) => {
    const longhands = LONGHANDS.get('border-image') ?? []
    if (longhands.every((longhand) => of(longhand) === unnamed(longhand))) return 'none'
    const [source, slice, width, outset, repeat] = longhands.map(of)
    return `${source} ${slice} / ${width} / ${outset} ${repeat}`
  },
  'border-radius': radius,
  '-webkit-mask-box-image': (of) => of('-webkit-mask-box-image-source'),
  'border-spacing': (of) => repeated(valuesOf('border-spacing', of)),
  'border-block': sides('border-block'),
  'border-inline': sides('border-inline'),
  'font-synthesis': (of) => {
    const words = (LONGHANDS.get('font-synthesis') ?? []).filter(
      (longhand) => of(longhand) === 'auto',
    )
    return words.map((longhand) => longhand.slice('font-synthesis-'.length)).join(' ') || 'none'
  },
  grid,
  container: (of) => {
    const type = of('container-type')
    return of('container-name') + (type === 'normal' ? '' : ` / ${type}`)
  },
  flex: (of) => valuesOf('flex', of).join(' '),
  font,
  'font-variant': fontVariant,
  'grid-area': lines('grid-area'),
  'grid-column': lines('grid-column'),
  'grid-row': lines('grid-row'),
  'grid-template': template,
  'text-wrap': (of) => {
    const [mode, style] = [of('text-wrap-mode'), of('text-wrap-style')]
    if (style === 'auto' || style === 'initial') return mode
    return mode === 'wrap' ? style : `${mode} ${style}`
  },
  'white-space': (of) => {
    const values = `${of('white-space-collapse')} ${of('text-wrap-mode')}`
    return WHITE_SPACES[values] ?? values
  },
}
