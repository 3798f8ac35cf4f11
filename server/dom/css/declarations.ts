/**
 * Reads the declarations of rules and attributes into longhands, as Chromium keeps them.
 * https://drafts.csswg.org/css-cascade/#value-stages
 */
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { isBalanced, matchValue, write } from './grammar.ts'
import { ALL_LONGHANDS, isLonghand, LONGHANDS, propertyName } from './properties.ts'
import type { Values } from './shorthand-parts.ts'
import { divide } from './shorthands.ts'
import { splitText } from './split-text.ts'

/** A value with `var()`: its longhands are known once the variables are. */
export interface PendingValue {
  readonly name: string
  readonly text: string
}

export type Declared = string | PendingValue

export interface Declarations {
  readonly normal: ReadonlyMap<string, Declared>
  readonly important: ReadonlyMap<string, Declared>
}

export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/i

const SUBSTITUTED = /(?:^|[^\w-])(?:var|env|attr)\(/i

const isSubstituted = (value: string): boolean => SUBSTITUTED.test(value)

/** Longhands of a value without `var()`; undefined if it is invalid. */
export const longhandsOf: (name: string, value: string) => Values | undefined = (() => {
  const read = memoized(20_000, (key): Values | null => {
    const [name = '', value = ''] = key.split('\n', 2)
    return readValue(name, key.slice(name.length + 1) || value) ?? null
  })
  return (name: string, value: string) => read(`${name}\n${value}`) ?? undefined
})()

function readValue(name: string, value: string): Values | undefined {
  if (WIDE.test(value)) {
    const longhands = name === 'all' ? ALL_LONGHANDS : (LONGHANDS.get(name) ?? [name])
    return Object.fromEntries(longhands.map((longhand) => [longhand, value.toLowerCase()]))
  }
  if (name === 'all' || value === '') return undefined
  if (LONGHANDS.has(name)) return divide(name, value)
  const matched = matchValue(name, value)
  return matched && { [name]: write(matched) }
}

/** The longhands that a declaration sets; undefined if it is invalid. */
export function declare(alias: string, valueText: string): [string, Declared][] | undefined {
  const name = propertyName(alias)
  const value = valueText.trim()
  if (name === undefined) return undefined
  if (name.startsWith('--'))
    return isBalanced(value) ? [[name, WIDE.test(value) ? value.toLowerCase() : value]] : undefined
  if (isSubstituted(value)) {
    if (!isBalanced(value)) return undefined
    const pending = { name, text: value }
    const longhands =
      name === 'all' ? ALL_LONGHANDS : isLonghand(name) ? [name] : (LONGHANDS.get(name) ?? [])
    return longhands.map((longhand) => [longhand, pending])
  }
  const values = longhandsOf(name, value)
  return values && Object.entries(values)
}

const IMPORTANT = /\s*!\s*important\s*$/i

/** The name, value and flag of each declaration of a text, valid or not. */
export function readDeclarations(
  cssText: string,
): { name: string; value: string; important: boolean }[] {
  return splitText(cssText, /;/).flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon < 1) return []
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    const important = IMPORTANT.test(value)
    return [{ name, value: important ? value.replace(IMPORTANT, '') : value, important }]
  })
}

export const declarationsOf = memoized(5_000, (cssText): Declarations => {
  const normal = new Map<string, Declared>()
  const important = new Map<string, Declared>()
  for (const { name, value, important: isImportant } of readDeclarations(cssText)) {
    const into = isImportant ? important : normal
    for (const [longhand, declared] of declare(name, value) ?? []) {
      // The later one of a physical and a logical property wins.
      into.delete(longhand)
      into.set(longhand, declared)
    }
  }
  return { normal, important }
})
