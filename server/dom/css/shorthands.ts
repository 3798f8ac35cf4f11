/**
 * Divides the values of shorthands into longhands, and joins them again: for declarations, the
 * cascade and computed styles. https://drafts.csswg.org/cssom/#serialize-a-css-value
 */

import { font, fontSynthesis, fontVariant } from './font-shorthands.ts'
import { matchValue, type ValueMatch, write } from './grammar.ts'
import { grid, gridTemplate, lines } from './grid-shorthands.ts'
import { initialValue, LONGHANDS } from './properties.ts'
import {
  componentType,
  isTokenPart,
  splitParts,
  toValues,
  unnamed,
  type Values,
  WHITE_SPACES,
  withUnnamed,
} from './shorthand-parts.ts'
import { splitText } from './split-text.ts'

/** The last of two or four values may be left out. */
export const REPEATED =
  /^(?:gap|overflow|overscroll-behavior|place-.*|border-spacing|interest-delay|contain-intrinsic-size|corner-.*|rule-(?:color|style|width)|border-(?:(?:block|inline)-)?(?:color|style|width)|(?:scroll-)?(?:margin|padding)(?:-(?:block|inline))?|inset(?:-(?:block|inline))?)$/
/** Lists with commas, one entry a layer. */
const LAYERED =
  /^(?:animation|animation-range|background|background-position|mask|mask-position|scroll-timeline|transition|view-timeline)$/

const lastName = (name: string): string => name.slice(name.lastIndexOf('-') + 1)

type Divide = (components: readonly ValueMatch[], name: string) => Values | undefined

/** @returns Canonical values by longhand; undefined for an invalid value. */
export function divide(name: string, value: string): Values | undefined {
  const matched = matchValue(name, value)
  if (!matched) return undefined
  const components = matched.match ?? []
  const divideSpecial = SPECIAL[name]
  if (divideSpecial) return divideSpecial(components, name)
  if (REPEATED.test(name)) return repeatedParts(components, name)
  return LAYERED.test(name) ? layers(components, name) : named(components, name)
}

function repeatedParts(components: readonly ValueMatch[], name: string): Values {
  const [first = '', second = first, third = first, last = second] = grouped(components).map(write)
  const values = [first, second, third, last]
  return toValues(name, (_, index) => values[index] ?? '')
}

/** `auto 10px` is one value of `contain-intrinsic-size`. */
function grouped(components: readonly ValueMatch[]): ValueMatch[] {
  const values: ValueMatch[] = []
  for (const part of components) {
    const before = values.at(-1)
    if (before?.token === 'auto' && components.length > 1 && /^\d/.test(write(part))) {
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
  const kind = componentType(part)
  const longhands = LONGHANDS.get(name) ?? []
  if (longhands.includes(kind) && taken[kind] === undefined) return kind
  if (kind === 'time') {
    return [`${name}-duration`, `${name}-delay`].find((longhand) => taken[longhand] === undefined)
  }
  const suffix = KINDS[kind] ?? lastName(kind)
  const free = longhands.filter((longhand) => taken[longhand] === undefined)
  if (kind === 'length' && name === '-webkit-text-stroke') return free[0]
  return (
    free.find((longhand) => longhand === `${name}-${suffix}`) ??
    free.find((longhand) => longhand.endsWith(`-${suffix}`))
  )
}

/** Divides components in any order by the longhands that their types name. */
function named(components: readonly ValueMatch[], name: string): Values {
  const values: Record<string, string> = {}
  for (const part of components) {
    const longhand = longhandFor(name, part, values)
    if (longhand) values[longhand] = write(part)
  }
  return withUnnamed(name, values)
}

/** The components of a layer, which may lie in a type of their own. */
const opened = (run: readonly ValueMatch[]): readonly ValueMatch[] => {
  const [only] = run
  return run.length === 1 &&
    /^(?:final-bg-layer|bg-layer|mask-layer|single-(?:animation|transition))$/.test(
      componentType(only ?? {}),
    )
    ? (only?.match ?? [])
    : run
}

function layers(components: readonly ValueMatch[], name: string): Values {
  const runs = splitParts(components, ',')
  const layerValues = runs.map((run) =>
    layer(opened(run), name, runs.length > 1 ? 'list' : 'single'),
  )
  const last = layerValues.at(-1) ?? {}
  return toValues(name, (longhand) =>
    longhand === 'background-color'
      ? (last[longhand] ?? '')
      : layerValues.map((run) => run[longhand] ?? '').join(', '),
  )
}

const BOXES =
  /^(?:visual-box|bg-clip|geometry-box|coord-box|box|background-origin|mask-origin|mask-clip|background-clip|no-clip)$/

function layer(components: readonly ValueMatch[], name: string, place: 'single' | 'list'): Values {
  if (/position$/.test(name)) return axes(name, { match: components })
  const values: Record<string, string> = {}
  const boxes: string[] = []
  for (const part of components) {
    if (isTokenPart(part, '/')) continue
    const kind = componentType(part)
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
  // A list has no keyword for initial values.
  const left = (longhand: string) => (place === 'list' ? initialValue(longhand) : undefined)
  return toValues(name, (longhand) => values[longhand] ?? left(longhand) ?? unnamed(longhand))
}

const VERTICAL = /^(?:top|bottom|y-.*)$/
const HORIZONTAL = /^(?:left|right|x-.*)$/

/** Divides `left 1px top 2px`, or two values in any order. */
function axes(name: string, position: ValueMatch): Values {
  const [x = '', y = ''] = LONGHANDS.get(name) ?? []
  const words = splitText(write(position), /\s+/)
  const start = words.findIndex(
    (word, index) => index > 0 && (VERTICAL.test(word) || HORIZONTAL.test(word)),
  )
  const cut = words.length > 2 ? (start < 0 ? 2 : start) : 1
  let [first, second] = [words.slice(0, cut), words.slice(cut)]
  if (VERTICAL.test(first[0] ?? '') || HORIZONTAL.test(second[0] ?? ''))
    [first, second] = [second, first]
  const textOf = (keywords: readonly string[]) =>
    keywords.length === 0 ? 'center' : keywords.join(' ')
  return { [x]: textOf(first), [y]: textOf(second) }
}

function border(components: readonly ValueMatch[]): Values {
  const [width = 'medium', style = 'none', color = 'currentcolor'] = [
    'width',
    'style',
    'color',
  ].map((kind) => {
    const part = components.find(
      (component) => (KINDS[componentType(component)] ?? componentType(component)) === kind,
    )
    return part && write(part)
  })
  const sides: Record<string, string> = {}
  for (const [kind, text] of Object.entries({ width, style, color })) {
    for (const side of ['top', 'right', 'bottom', 'left']) sides[`border-${side}-${kind}`] = text
  }
  const image = (LONGHANDS.get('border-image') ?? []).map((longhand) => [
    longhand,
    unnamed(longhand),
  ])
  return { ...sides, ...Object.fromEntries(image) }
}

function flex(components: readonly ValueMatch[]): Values {
  const [first] = components
  const texts = components.map(write)
  if (components.length === 1 && first?.token === 'none') return flexValues('0', '0', 'auto')
  const isNumber = (value: string) => /^[-+.\d]+$|^calc/.test(value) && !/[a-z%]/.test(value)
  const numbers = texts.filter(isNumber)
  const basis = texts.find((value) => !isNumber(value))
  const [grow = '1', shrink = '1', zero] = numbers
  return flexValues(grow, shrink, basis ?? (zero === undefined ? '0%' : '0px'))
}

const flexValues = (grow: string, shrink: string, basis: string): Values => ({
  'flex-grow': grow,
  'flex-shrink': shrink,
  'flex-basis': basis,
})

function radius(components: readonly ValueMatch[], name: string): Values {
  const [across = [], down = across] = splitParts(components, '/').map((run) => run.map(write))
  const four = ([one = '', two = one, three = one, four = two]: string[]) => [one, two, three, four]
  const [x, y] = [four(across), four(down)]
  return toValues(
    name,
    (_, index) => (x[index] === y[index] ? x[index] : `${x[index]} ${y[index]}`) ?? '',
  )
}

function borderImage(components: readonly ValueMatch[], name: string): Values {
  const runs = splitParts(components, '/')
  const values = { ...named(runs[0] ?? [], name) }
  const more = runs
    .slice(1)
    .map((run) => run.find((part) => /width|outset/.test(componentType(part))))
  for (const part of more) if (part) values[componentType(part)] = write(part)
  const repeat = runs.flat().find((part) => componentType(part) === 'border-image-repeat')
  return repeat ? { ...values, 'border-image-repeat': write(repeat) } : values
}

function whiteSpace(components: readonly ValueMatch[]): Values {
  const value = write({ match: components })
  const longhands = Object.keys(WHITE_SPACES).find((values) => WHITE_SPACES[values] === value)
  const words = (longhands ?? value).split(' ')
  const collapse = words.find((word) => /^(?:collapse|preserve.*|break-spaces)$/.test(word))
  const wrap = words.find((word) => /wrap$/.test(word))
  return { 'white-space-collapse': collapse ?? 'collapse', 'text-wrap-mode': wrap ?? 'wrap' }
}

function textWrap(components: readonly ValueMatch[]): Values {
  const words = write({ match: components }).split(' ')
  return {
    'text-wrap-mode': words.find((word) => /wrap$/.test(word)) ?? 'wrap',
    'text-wrap-style': words.find((word) => !/wrap$/.test(word)) ?? 'auto',
  }
}

function container(components: readonly ValueMatch[]): Values {
  const [names = [], types = []] = splitParts(components, '/')
  return {
    'container-name': write({ match: names }),
    'container-type': types.length > 0 ? write({ match: types }) : 'normal',
  }
}

function columns(components: readonly ValueMatch[], name: string): Values {
  const values = {
    ...named(
      components.filter((part) => !isTokenPart(part, '/')),
      name,
    ),
  }
  for (const part of components) {
    if (/^\d+$/.test(write(part))) values['column-count'] = write(part)
  }
  return values
}

/** A `none` sets the type, and two set the image too. */
function listStyle(components: readonly ValueMatch[], name: string): Values {
  const nones = components.filter((part) => write(part) === 'none').length
  const values = {
    ...named(
      components.filter((part) => write(part) !== 'none'),
      name,
    ),
  }
  const hasType = components.some(
    (part) => componentType(part) === 'list-style-type' && write(part) !== 'none',
  )
  if (nones > 0 && !hasType) values['list-style-type'] = 'none'
  return values
}

const SPECIAL: Readonly<Record<string, Divide>> = {
  border,
  'border-block': (components) => sides(components, 'border-block'),
  'border-inline': (components) => sides(components, 'border-inline'),
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
  marker: (components, name) => toValues(name, () => write({ match: components })),
  'text-wrap': textWrap,
  'white-space': whiteSpace,
}

/** Both sides of an axis have the same line. */
function sides(components: readonly ValueMatch[], name: string): Values {
  const [only] = components
  const inside =
    componentType(only ?? {}) === 'border-block-start' ? (only?.match ?? []) : components
  const side = named(inside, `${name}-start`)
  return toValues(name, (longhand) => side[longhand.replace('-end-', '-start-')] ?? '')
}
