/** Returns initial values, inheritance and user agent styles. Parsed on first use. */
import { INHERITED_NAMES, INITIAL_VALUES, OF_ELEMENTS } from './initial-values.ts'

type Values = ReadonlyMap<string, string>

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const pairs = (text: string, separator: string): Values =>
  new Map(
    text
      .split(separator)
      .filter((pair) => pair.includes(':'))
      .map((pair) => {
        const colon = pair.indexOf(':')
        return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const
      }),
  )

const initial = once(() => pairs(INITIAL_VALUES, ';'))
const inherited = once(() => new Set(INHERITED_NAMES.trim().split(' ')))
const ofElements = once(
  () =>
    new Map(
      OF_ELEMENTS.trim()
        .split('\n')
        .map((line): [string, Values] => {
          const [tag = '', inside = ''] = line.split(/ \{ | \}/)
          return [tag, pairs(inside, ';')]
        }),
    ),
)

/** Undefined if it is no property. */
export const initialValue = (name: string): string | undefined => initial().get(name)

export const isInherited = (name: string): boolean => inherited().has(name)

export function ownValue({ localName }: Element, name: string): string | undefined {
  return ofElements().get(localName)?.get(name)
}
