/**
 * Reads lists of media queries, and decides them for the window of a page: a browser with a mouse.
 * A query that is not understood is `not all`. https://drafts.csswg.org/mediaqueries-5/
 */
import { HappyDOM } from '#happy-dom'
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import {
  type ComponentValue,
  type Condition,
  componentValues,
  condition,
  identOf,
  isSpace,
  words,
} from './condition.ts'
import { type Features, mediaFeature } from './media-features.ts'

interface Media extends Features {
  readonly type: string
}

const NOT_UNDERSTOOD: Condition<Media> = { text: 'not all', holds: () => false }

const read: (mediaText: string) => readonly Condition<Media>[] = memoized(2_000, (mediaText) => {
  const components = componentValues(mediaText)
  if (components.every(isSpace)) return []
  return splitList(components).map((query) => mediaQuery(words(query)) ?? NOT_UNDERSTOOD)
})

/** The queries of a list as Chromium writes them. */
export const mediaQueries = (mediaText: string): readonly string[] =>
  read(mediaText).map(({ text }) => text)

export function matchesMedia(window: Window, list: string): boolean {
  const queries = read(list)
  const media = mediaOf(window)
  return queries.length === 0 || queries.some(({ holds }) => holds(media) === true)
}

function splitList(components: readonly ComponentValue[]): ComponentValue[][] {
  const lists: ComponentValue[][] = [[]]
  for (const part of components) {
    if (part.token[0] === 'comma-token') lists.push([])
    else lists.at(-1)?.push(part)
  }
  return lists
}

const NO_TYPE = new Set(['not', 'only', 'and', 'or', 'layer'])

function mediaQuery(components: readonly ComponentValue[]): Condition<Media> | undefined {
  const modifier = /^(?:not|only)$/.exec(identOf(components[0]) ?? '')?.[0]
  const plain = modifier ? components.slice(1) : components
  const type = identOf(plain[0])
  if (type === undefined)
    return modifier === 'only' ? undefined : condition(components, mediaFeature)
  if (NO_TYPE.has(type)) return undefined
  const isMore = plain.length > 1
  const more =
    isMore && identOf(plain[1]) === 'and'
      ? condition(plain.slice(2), mediaFeature, 'and')
      : undefined
  if (isMore && more === undefined) return undefined
  const holds = (media: Media) => {
    const isAll = (type === 'all' || type === media.type) && (!more || more.holds(media) === true)
    return modifier === 'not' ? !isAll : isAll
  }
  if (more && !modifier && type === 'all') return { text: more.text, holds }
  const start = `${modifier ? `${modifier} ` : ''}${type}`
  return { text: more ? `${start} and ${more.text}` : start, holds }
}

function device(window: Window) {
  const { device: settings } = new HappyDOM.WindowBrowserContext(window).getSettings() ?? {}
  return {
    type: settings?.mediaType ?? 'screen',
    scheme: settings?.prefersColorScheme ?? 'light',
    motion: settings?.prefersReducedMotion ?? 'no-preference',
  }
}

export const prefersDark = (window: Window): boolean => device(window).scheme === 'dark'

const KEYWORDS: Readonly<Record<string, string>> = {
  'any-hover': 'hover',
  'any-pointer': 'fine',
  'color-gamut': 'srgb',
  'display-mode': 'browser',
  'dynamic-range': 'standard',
  'forced-colors': 'none',
  hover: 'hover',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  pointer: 'fine',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  scripting: 'enabled',
  update: 'fast',
  'video-dynamic-range': 'standard',
}

function mediaOf(window: Window): Media {
  const { innerWidth: width, innerHeight: height } = window
  const { type, scheme, motion } = device(window)
  return {
    type,
    numbers: {
      width,
      height,
      'device-width': width,
      'device-height': height,
      'aspect-ratio': width / height,
      'device-aspect-ratio': width / height,
      resolution: window.devicePixelRatio,
      '-webkit-device-pixel-ratio': window.devicePixelRatio,
      'horizontal-viewport-segments': 1,
      'vertical-viewport-segments': 1,
      '-webkit-transform-3d': 1,
      color: 8,
      'color-index': 0,
      monochrome: 0,
      grid: 0,
    },
    keywords: {
      ...KEYWORDS,
      orientation: width > height ? 'landscape' : 'portrait',
      'prefers-color-scheme': scheme,
      'prefers-reduced-motion': motion,
    },
    units: { fontSize: 16, rootFontSize: 16, width, height },
  }
}
