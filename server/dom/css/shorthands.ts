/**
 * Divides the values of shorthands into longhands, and joins them again: for declarations, the
 * cascade and computed styles. https://drafts.csswg.org/cssom/#serialize-a-css-value
 */

import { font, fontSynthesis, fontVariant } from './font-shorthands.ts'
import { matchValue, type ValueMatch, write } from './grammar.ts'
import { grid, gridTemplate, lines } from './grid-shorthands.ts'
import { initialValue, LONGHANDS } from './properties.ts'
import {
  isTokenPart,
  partKind,
  splitParts,
  toValues,
  unnamed,
  type Values,
} from './shorthand-parts.ts'

/** The last of two or four values may be left out. */
export const REPEATED =
  /^(?:gap|overflow|overscroll-behavior|place-.*|border-spacing|interest-delay|contain-intrinsic-size|corner-.*|rule-(?:color|style|width)|border-(?:(?:block|inline)-)?(?:color|style|width)|(?:scroll-)?(?:margin|padding)(?:-(?:block|inline))?|inset(?:-(?:block|inline))?)$/
/** Lists with commas, one entry a layer. */
const LAYERED =
  /^(?:animation|animation-range|background|background-position|mask|mask-position|scroll-timeline|transition|view-timeline)$/

const lastName = (name: string): string => name.slice(name.lastIndexOf('-') + 1)

type Divide = (parts: readonly ValueMatch[], name: string) => Values | undefined

/** @returns Canonical values by longhand; undefined for an invalid value. */
export function divide(name: string, value: string): Values | undefined {
  const matched = matchValue(name, value)
  if (!matched) return undefined
  const parts = matched.match ?? []
  const own = SPECIAL[name]
  if (own) return own(parts, name)
  if (REPEATED.test(name)) return repeatedParts(parts, name)
  return LAYERED.test(name) ? layers(parts, name) : named(parts, name)
}

function repeatedParts(parts: readonly ValueMatch[], name: string): Values {
  const [first = '', second = first, third = first, last = second] = grouped(parts).map(write)
  const values = [first, second, third, last]
  return toValues(name, (_, at) => values[at] ?? '')
}

/** `auto 10px` is one value of `contain-intrinsic-size`. */
function grouped(parts: readonly ValueMatch[]): ValueMatch[] {
  const values: ValueMatch[] = []
  for (const part of parts) {
    const before = values.at(-1)
    if (before?.token === 'auto' && parts.length > 1 && /^\d/.test(write(part))) {
      values[values.length - 1] = { match: [before, part] }
    } else values.push(part)
  }
  return values
}

/** Longhands of a layer by the type of a part, where names do not say it. */
const KINDS: Readonly<Record<string, string>> = {
  'line-width': 'width',
  'line-style': 'style',
  'bg-image': 'image',
  'mask-reference': 'image',
  'repeat-style': 'repeat',
  'bg-size': 'size',
  'single-animation-iteration-count': 'iteration-count',
  'single-animation-direction': 'direction',
  'single-animation-fill-mode': 'fill-mode',
  'single-animation-play-state': 'play-state',
  'keyframes-name': 'name',
  'easing-function': 'timing-function',
  'single-animation-timeline': 'timeline',
  'single-transition-property': 'property',
  'transition-behavior-value': 'behavior',
  attachment: 'attachment',
  'compositing-operator': 'composite',
  'masking-mode': 'mode',
}

function longhandFor(name: string, part: ValueMatch, taken: Values): string | undefined {
  const kind = partKind(part)
  const longhands = LONGHANDS.get(name) ?? []
  if (longhands.includes(kind) && taken[kind] === undefined) return kind
  if (kind === 'time') {
    return [`${name}-duration`, `${name}-delay`].find((one) => taken[one] === undefined)
  }
  const suffix = KINDS[kind] ?? lastName(kind)
  const free = longhands.filter((longhand) => taken[longhand] === undefined)
  if (kind === 'length' && name === '-webkit-text-stroke') return free[0]
  return (
    free.find((longhand) => longhand === `${name}-${suffix}`) ??
    free.find((longhand) => longhand.endsWith(`-${suffix}`))
  )
}

/** Parts in any order, each with a type that tells its longhand. */
function named(parts: readonly ValueMatch[], name: string): Values {
  const values: Record<string, string> = {}
  for (const part of parts) {
    const longhand = longhandFor(name, part, values)
    if (longhand) values[longhand] = write(part)
  }
  return toValues(name, (longhand) => values[longhand] ?? unnamed(longhand))
}

/** The parts of a layer may lie in a type of their own. */
const opened = (run: readonly ValueMatch[]): readonly ValueMatch[] => {
  const [only] = run
  return run.length === 1 &&
    /^(?:final-bg-layer|bg-layer|mask-layer|single-(?:animation|transition))$/.test(
      partKind(only ?? {}),
    )
    ? (only?.match ?? [])
    : run
}

function layers(parts: readonly ValueMatch[], name: string): Values {
  const all = splitParts(parts, ',')
  const runs = all.map((run) => layer(opened(run), name, all.length > 1))
  const last = runs.at(-1) ?? {}
  return toValues(name, (longhand) =>
    longhand === 'background-color'
      ? (last[longhand] ?? '')
      : runs.map((run) => run[longhand] ?? '').join(', '),
  )
}

const BOXES =
  /^(?:visual-box|bg-clip|geometry-box|coord-box|box|background-origin|mask-origin|mask-clip|background-clip|no-clip)$/

/** @param isOneOfMany A list has no keyword for initial values. */
function layer(parts: readonly ValueMatch[], name: string, isOneOfMany: boolean): Values {
  if (/position$/.test(name)) return axes(name, { match: parts })
  const values: Record<string, string> = {}
  const boxes: string[] = []
  for (const part of parts) {
    if (isTokenPart(part, '/')) continue
    const kind = partKind(part)
    if (BOXES.test(kind) || (kind === '' && /^(?:no-clip|text)$/.test(part.token ?? ''))) {
      boxes.push(write(part))
    } else if (kind === 'bg-position' || kind === 'position') {
      Object.assign(values, axes(`${name}-position`, part))
    } else {
      const isNone = name === 'transition' && part.token === 'none'
      const longhand = isNone ? 'transition-property' : longhandFor(name, part, values)
      if (longhand) values[longhand] = write(part)
    }
  }
  const [origin, clip = origin] = boxes
  if (origin !== undefined) values[`${name}-origin`] = origin
  if (clip !== undefined) values[`${name}-clip`] = clip
  return toValues(
    name,
    (longhand) =>
      values[longhand] ?? (isOneOfMany ? initialValue(longhand) : undefined) ?? unnamed(longhand),
  )
}

const VERTICAL = /^(?:top|bottom|y-.*)$/
const HORIZONTAL = /^(?:left|right|x-.*)$/

/** Of `left 1px top 2px` or two values in any order. */
function axes(name: string, position: ValueMatch): Values {
  const [x = '', y = ''] = LONGHANDS.get(name) ?? []
  const words = write(position).match(/[^\s()]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?/g) ?? []
  const at = words.findIndex(
    (word, index) => index > 0 && (VERTICAL.test(word) || HORIZONTAL.test(word)),
  )
  const cut = words.length > 2 ? (at < 0 ? 2 : at) : 1
  let [first, second] = [words.slice(0, cut), words.slice(cut)]
  if (VERTICAL.test(first[0] ?? '') || HORIZONTAL.test(second[0] ?? ''))
    [first, second] = [second, first]
  const text = (parts: readonly string[]) => (parts.length === 0 ? 'center' : parts.join(' '))
  return { [x]: text(first), [y]: text(second) }
}

function border(parts: readonly ValueMatch[]): Values {
  const [width = 'medium', style = 'none', color = 'currentcolor'] = [
    'width',
    'style',
    'color',
  ].map((kind) => {
    const part = parts.find((one) => (KINDS[partKind(one)] ?? partKind(one)) === kind)
    return part && write(part)
  })
  const sides: Record<string, string> = {}
  for (const [kind, text] of Object.entries({ width, style, color })) {
    for (const side of ['top', 'right', 'bottom', 'left']) sides[`border-${side}-${kind}`] = text
  }
  const image = (LONGHANDS.get('border-image') ?? []).map((one) => [one, unnamed(one)])
  return { ...sides, ...Object.fromEntries(image) }
}

function flex(parts: readonly ValueMatch[]): Values {
  const [first] = parts
  const texts = parts.map(write)
  if (parts.length === 1 && first?.token === 'none') return flexValues('0', '0', 'auto')
  const isNumber = (text: string) => /^[-+.\d]+$|^calc/.test(text) && !/[a-z%]/.test(text)
  const numbers = texts.filter(isNumber)
  const basis = texts.find((text) => !isNumber(text))
  const isAuto = basis !== undefined && numbers.length === 0
  const [grow = isAuto ? '1' : '1', shrink = '1', zero] = numbers
  return flexValues(grow, shrink, basis ?? (zero === undefined ? '0%' : '0px'))
}

const flexValues = (grow: string, shrink: string, basis: string): Values => ({
  'flex-grow': grow,
  'flex-shrink': shrink,
  'flex-basis': basis,
})

function radius(parts: readonly ValueMatch[], name: string): Values {
  const [across = [], down = across] = splitParts(parts, '/').map((run) => run.map(write))
  const four = ([one = '', two = one, three = one, four = two]: string[]) => [one, two, three, four]
  const [x, y] = [four(across), four(down)]
  return toValues(name, (_, at) => (x[at] === y[at] ? x[at] : `${x[at]} ${y[at]}`) ?? '')
}

function borderImage(parts: readonly ValueMatch[], name: string): Values {
  const runs = splitParts(parts, '/')
  const values = { ...named(runs[0] ?? [], name) }
  const more = runs.slice(1).map((run) => run.find((part) => /width|outset/.test(partKind(part))))
  for (const part of more) if (part) values[partKind(part)] = write(part)
  const rest = runs.flat().find((part) => partKind(part) === 'border-image-repeat')
  return rest ? { ...values, 'border-image-repeat': write(rest) } : values
}

const WHITE_SPACES: Readonly<Record<string, readonly [collapse: string, wrap: string]>> = {
  normal: ['collapse', 'wrap'],
  pre: ['preserve', 'nowrap'],
  'pre-wrap': ['preserve', 'wrap'],
  'pre-line': ['preserve-breaks', 'wrap'],
}

function whiteSpace(parts: readonly ValueMatch[]): Values {
  const text = write({ match: parts })
  const words = text.split(' ')
  const [collapse, wrap] = WHITE_SPACES[text] ?? [
    words.find((word) => /^(?:collapse|preserve.*|break-spaces)$/.test(word)) ?? 'collapse',
    words.find((word) => /wrap$/.test(word)) ?? 'wrap',
  ]
  return { 'white-space-collapse': collapse, 'text-wrap-mode': wrap }
}

function textWrap(parts: readonly ValueMatch[]): Values {
  const words = write({ match: parts }).split(' ')
  return {
    'text-wrap-mode': words.find((word) => /wrap$/.test(word)) ?? 'wrap',
    'text-wrap-style': words.find((word) => !/wrap$/.test(word)) ?? 'auto',
  }
}

function container(parts: readonly ValueMatch[]): Values {
  const [names = [], types = []] = splitParts(parts, '/')
  return {
    'container-name': write({ match: names }),
    'container-type': types.length > 0 ? write({ match: types }) : 'normal',
  }
}

function columns(parts: readonly ValueMatch[], name: string): Values {
  const values = {
    ...named(
      parts.filter((part) => !isTokenPart(part, '/')),
      name,
    ),
  }
  for (const part of parts) {
    if (/^\d+$/.test(write(part))) values['column-count'] = write(part)
  }
  return values
}

/** `none` is of the type, or of both. */
function listStyle(parts: readonly ValueMatch[], name: string): Values {
  const nones = parts.filter((part) => write(part) === 'none').length
  const values = {
    ...named(
      parts.filter((part) => write(part) !== 'none'),
      name,
    ),
  }
  const hasType = parts.some(
    (part) => partKind(part) === 'list-style-type' && write(part) !== 'none',
  )
  if (nones > 0 && !hasType) values['list-style-type'] = 'none'
  return values
}

const SPECIAL: Readonly<Record<string, Divide>> = {
  border,
  'border-block': (parts) => sides(parts, 'border-block'),
  'border-inline': (parts) => sides(parts, 'border-inline'),
  'border-image': borderImage,
  'border-radius': radius,
  columns,
  container,
  flex,
  font,
  'font-synthesis': fontSynthesis,
  'font-variant': fontVariant,
  grid,
  'grid-area': lines,
  'grid-column': lines,
  'grid-row': lines,
  'grid-template': gridTemplate,
  'list-style': listStyle,
  marker: (parts, name) => toValues(name, () => write({ match: parts })),
  'text-wrap': textWrap,
  'white-space': whiteSpace,
}

/** Both sides of an axis have the same line. */
function sides(parts: readonly ValueMatch[], name: string): Values {
  const [only] = parts
  const inside = partKind(only ?? {}) === 'border-block-start' ? (only?.match ?? []) : parts
  const side = named(inside, `${name}-start`)
  return toValues(name, (longhand) => side[longhand.replace('-end-', '-start-')] ?? '')
}
