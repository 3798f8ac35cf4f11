/**
 * Reads the conditions of `@container`.
 * https://drafts.csswg.org/css-conditional-5/#container-rule
 */
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import {
  type ComponentValue,
  type Condition,
  componentValues,
  condition,
  words,
} from './condition.ts'
import type { Units } from './lengths.ts'
import { type Features, mediaFeature } from './media-features.ts'

export interface ContainerSize {
  readonly width: number
  /** A container of its inline size alone has none. */
  readonly height: number | undefined
}

export interface Container {
  /** @returns Undefined for a container without a size. */
  features(): Features | undefined
  property(name: string): string
}

const isJoined = (components: readonly ComponentValue[]): boolean =>
  words(components)
    .slice(0, 2)
    .some(({ inside }) => inside !== undefined)

function declaration(components: readonly ComponentValue[]): Condition<Container> {
  const whole = components
    .map(({ text }) => text)
    .join('')
    .trim()
  const [, name = whole, value] = /^([\w-]+)\s*:\s*([\s\S]*)$/.exec(whole) ?? []
  return value === undefined
    ? { text: name, holds: ({ property }) => property(name) !== '' }
    : { text: `${name}: ${value}`, holds: ({ property }) => property(name) === value }
}

function inStyle({ token: [type], inside = [] }: ComponentValue): Condition<Container> | undefined {
  if (type !== '(-token') return undefined
  const { text, holds } = declaration(inside)
  return { text: `(${text})`, holds }
}

function feature(part: ComponentValue): Condition<Container> | undefined {
  const { token, inside = [] } = part
  const [type, start] = token
  const sizeFeature = mediaFeature(part)
  if (sizeFeature) {
    const holds = (container: Container) => {
      const features = container.features()
      return features && sizeFeature.holds(features)
    }
    return { text: sizeFeature.text, holds }
  }
  const name = type === 'function-token' ? start.toLowerCase() : ''
  if (!/^(?:style|scroll-state)\($/.test(name)) return undefined
  const query = isJoined(inside) ? condition(words(inside), inStyle) : declaration(inside)
  // No snapshot is scrolled.
  const holds = name === 'style(' && query ? query.holds : () => undefined
  return query && { text: `${name}${query.text})`, holds }
}

/** @returns Undefined for a text that is no condition. */
export const containerCondition: (query: string) => Condition<Container> | undefined = memoized(
  2_000,
  (query) => condition(words(componentValues(query)), feature),
)

/** The features of a container for a condition on its size. */
export const sizeFeatures = ({ width, height }: ContainerSize, units: Units): Features => ({
  numbers: {
    width,
    'inline-size': width,
    ...(height !== undefined && { height, 'block-size': height, 'aspect-ratio': width / height }),
  },
  keywords: height === undefined ? {} : { orientation: width > height ? 'landscape' : 'portrait' },
  units,
})
