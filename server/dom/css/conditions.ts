/**
 * Decides the conditions of `@media`, `@supports` and `@container`, for the cascade, `matchMedia`
 * and `CSS.supports`. https://drafts.csswg.org/css-conditional-5/
 */
import { WindowBrowserContext } from '#happy-dom'
import { compile } from '../additions/selectors/compile.ts'
import type { InnerWindow } from '../internals.ts'
import { declare } from './declarations.ts'
import { isBalanced } from './grammar.ts'
import { length, type Units } from './lengths.ts'
import { splitText } from './split-text.ts'

/** Decides what stands in brackets, or a function; undefined: unknown. */
type Decide = (text: string) => boolean | undefined

/** Undefined: unknown, which is false at the end, also negated. */
export function isTrue(condition: string, decide: Decide): boolean | undefined {
  const text = condition.trim()
  for (const [word, stops] of [
    [/\s+or\s+/i, true],
    [/\s+and\s+/i, false],
  ] as const) {
    const parts = splitText(text, word)
    if (parts.length === 1) continue
    const results = parts.map((part) => isTrue(part, decide))
    if (results.includes(stops)) return stops
    return results.includes(undefined) ? undefined : !stops
  }
  const negated = /^not(?=[\s(])([\s\S]*)$/i.exec(text)?.[1]
  if (negated !== undefined) {
    const result = isTrue(negated, decide)
    return result === undefined ? undefined : !result
  }
  const inside = /^\(([\s\S]*)\)$/.exec(text)?.[1]?.trim()
  if (inside === undefined) return decide(text)
  return /^(?:\(|not[\s(]|[\w-]+\([\s\S]*\)$)/i.test(inside)
    ? isTrue(inside, decide)
    : decide(inside)
}

type Compare = (value: number, other: number) => boolean

const COMPARE: Readonly<Record<string, Compare>> = {
  '<': (value, other) => value < other,
  '<=': (value, other) => value <= other,
  '>': (value, other) => value > other,
  '>=': (value, other) => value >= other,
  '=': (value, other) => value === other,
}

export interface Features {
  /** Undefined for unknown features. */
  number(name: string): number | undefined
  keyword(name: string): string | undefined
  readonly units: Units
}

/** `name`, `name: value`, `min-name: value` or a range. */
export function feature(text: string, features: Features): boolean | undefined {
  const range = splitText(text.replace(/([<>]=?|=)/g, ' $1 '), /\s+(?=[<>=])|(?<=[<>=])\s+/)
  if (range.length === 3 || range.length === 5) return ofRange(range, features)
  const [, name = '', value] = /^([\w-]+)\s*(?::\s*([\s\S]+))?$/.exec(text.toLowerCase()) ?? []
  const [, limit, plain = ''] = /^(?:(min|max)-)?(.*)$/.exec(name) ?? []
  const number = features.number(plain)
  const word = features.keyword(name)
  if (value === undefined) {
    if (number !== undefined) return number !== 0
    return word === undefined ? undefined : word !== 'none' && word !== 'no-preference'
  }
  if (word !== undefined) return word === value
  const other = numberOf(value, features.units)
  if (number === undefined || other === undefined) return undefined
  return limit === 'min' ? number >= other : limit === 'max' ? number <= other : number === other
}

function ofRange(range: readonly string[], features: Features): boolean | undefined {
  const values = range
    .filter((_, at) => at % 2 === 0)
    .map((text) => features.number(text.toLowerCase()) ?? numberOf(text, features.units))
  const signs = range.filter((_, at) => at % 2 === 1)
  if (values.includes(undefined)) return undefined
  return signs.every((sign, at) => COMPARE[sign]?.(values[at] as number, values[at + 1] as number))
}

function numberOf(text: string, units: Units): number | undefined {
  const [, width, height] = /^([.\d]+)\s*\/\s*([.\d]+)$/.exec(text) ?? []
  if (height) return Number(width) / Number(height)
  const [, density, unit = ''] = /^([.\d]+)(dppx|x|dpi|dpcm)?$/i.exec(text) ?? []
  if (density) return Number(density) / (unit === 'dpi' ? 96 : unit === 'dpcm' ? 96 / 2.54 : 1)
  return length(text, units)
}

/** As a browser with a mouse. */
const KEYWORDS: Readonly<Record<string, string>> = {
  'any-hover': 'hover',
  'any-pointer': 'fine',
  'display-mode': 'browser',
  'dynamic-range': 'standard',
  'forced-colors': 'none',
  hover: 'hover',
  'inverted-colors': 'none',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  pointer: 'fine',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  scan: 'progressive',
  scripting: 'enabled',
  update: 'fast',
  'video-dynamic-range': 'standard',
}

function device(window: InnerWindow) {
  const { device: settings } = new WindowBrowserContext(window as never).getSettings() ?? {}
  return {
    type: settings?.mediaType ?? 'screen',
    scheme: settings?.prefersColorScheme ?? 'light',
    motion: settings?.prefersReducedMotion ?? 'no-preference',
  }
}

export const prefersDark = (window: InnerWindow): boolean => device(window).scheme === 'dark'

function mediaFeatures(window: InnerWindow): Features {
  const { innerWidth: width, innerHeight: height } = window as unknown as Window
  const { scheme, motion } = device(window)
  const gamut = 'srgb'
  const numbers: Readonly<Record<string, number>> = {
    width,
    height,
    'device-width': width,
    'device-height': height,
    'aspect-ratio': width / height,
    'device-aspect-ratio': width / height,
    resolution: window.devicePixelRatio,
    '-webkit-device-pixel-ratio': window.devicePixelRatio,
    color: 8,
    'color-index': 0,
    monochrome: 0,
    grid: 0,
  }
  const keywords: Readonly<Record<string, string>> = {
    ...KEYWORDS,
    'color-gamut': gamut,
    orientation: width > height ? 'landscape' : 'portrait',
    'prefers-color-scheme': scheme,
    'prefers-reduced-motion': motion,
  }
  return {
    number: (name) => (Object.hasOwn(numbers, name) ? numbers[name] : undefined),
    keyword: (name) => (Object.hasOwn(keywords, name) ? keywords[name] : undefined),
    units: { fontSize: 16, rootFontSize: 16, width, height },
  }
}

const QUERY = /^(?:(not|only)\s+)?(?!not\b|only\b)([a-z][\w-]*)(?:\s+and\s+([\s\S]+))?$/i

/** https://drafts.csswg.org/mediaqueries-5/ */
export function matchesMedia(window: InnerWindow, list: string): boolean {
  if (list.trim() === '') return true
  const features = mediaFeatures(window)
  const decide: Decide = (text) => feature(text, features)
  return splitText(list, /,/).some((query) => {
    if (!isBalanced(query)) return false
    const [, prefix = '', type, rest] = QUERY.exec(query) ?? []
    if (type === undefined) return isTrue(query, decide) === true
    if (rest !== undefined && /\)\s+or\s+\(/i.test(rest)) return false
    const isType = /^all$/i.test(type) || type.toLowerCase() === device(window).type
    const holds = isType && (rest === undefined || isTrue(rest, decide) === true)
    return prefix.toLowerCase() === 'not' ? !holds : holds
  })
}

const AT_RULES =
  /^(?:charset|container|counter-style|font-face|font-feature-values|font-palette-values|import|keyframes|layer|media|namespace|page|position-try|property|scope|starting-style|supports|view-transition)$/i

function isSelector(text: string): boolean {
  try {
    compile(text)
    return true
  } catch {
    return false
  }
}

/** https://drafts.csswg.org/css-conditional-3/#at-supports */
export function isSupported(condition: string): boolean {
  const decide: Decide = (text) => {
    const selector = /^selector\(([\s\S]*)\)$/i.exec(text)?.[1]
    if (selector !== undefined) return isSelector(selector)
    const [, tech] = /^font-(?:tech|format)\(([\s\S]*)\)$/i.exec(text) ?? []
    if (tech !== undefined)
      return /^(?:woff2?|opentype|truetype|color-colrv[01]|variations)$/i.test(tech.trim())
    const rule = /^at-rule\(\s*@([\w-]+)\s*\)$/i.exec(text)?.[1]
    if (rule !== undefined) return AT_RULES.test(rule)
    const colon = text.indexOf(':')
    return colon > 0 && declare(text.slice(0, colon).trim(), text.slice(colon + 1)) !== undefined
  }
  return isBalanced(condition) && isTrue(condition, decide) === true
}

export interface ContainerSize {
  readonly width: number
  /** Undefined for a container of its inline size alone. */
  readonly height: number | undefined
}

/** Of a container's condition on its size. */
export function sizeFeatures({ width, height }: ContainerSize, units: Units): Features {
  const numbers: Readonly<Record<string, number>> = {
    width,
    'inline-size': width,
    ...(height !== undefined && { height, 'block-size': height, 'aspect-ratio': width / height }),
  }
  return {
    number: (name) => (Object.hasOwn(numbers, name) ? numbers[name] : undefined),
    keyword: (name) =>
      name === 'orientation' && height !== undefined
        ? width > height
          ? 'landscape'
          : 'portrait'
        : undefined,
    units,
  }
}
