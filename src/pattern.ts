// Parses a route's pattern into parts, for matching and building states. Creates no regular
// expression. define-routes.ts calls it.

import { fault } from './diagnostics.ts'
import { canonicalState, decodeSegment } from './state.ts'
import type { PatternReason } from './texts.ts'

/** How often a param's segment may occur; `rest` is the whole rest, slashes too. */
export type Modifier = '' | '?' | '+' | '*' | 'rest'

/** A param's decoded value; a list for `:x+` and `:x*`. */
export type Capture = string | readonly string[]

/** One segment of a path, or one `key=value`: text, or a param between texts. */
export interface Part {
  readonly key: string
  /** All of the text, if there is no param. */
  readonly before: string
  readonly name: string | undefined
  readonly modifier: Modifier
  readonly after: string
  /** Reads a list from the escaped rest of a path; undefined if it does not fit. */
  readonly take?: ((text: string | undefined) => Capture | undefined) | undefined
}

/**
 * A strict subset of URLPattern's pathname syntax. Three shapes: a path `/products/:id`, a bare
 * text `CwRadioButton`, and `key1=:a&k=:b?`, whose keys match in any order.
 * - `:x` is one segment, also inside text: `user-:name`, `:id.html`
 * - `:x?` one or none, `:x+` one or more, `:x*` any number, `*` the whole rest
 *
 * @see https://urlpattern.spec.whatwg.org/#pattern-strings
 */
export interface Pattern {
  readonly source: string
  readonly keyed: boolean
  readonly parts: readonly Part[]
}

const REST = ['*', '', '0', 'rest']

// Text, then a param and more text, as far as the syntax allows.
const PART = /^((?:\\.|[^\\*?+(){}:])*)(?::([a-z_$][\w$]*)([?+*]?)((?:\\.|[^\\*?+(){}:])*))?/is

/**
 * @throws {SyntaxError} For a pattern that breaks the syntax of `Pattern`, or is ambiguous.
 *
 * @param codecs Of its params: they tell adjacent optional params apart.
 */
export function parsePattern(
  source: string,
  codecs: Readonly<Record<string, unknown>> = {},
): Pattern {
  const keyed = source[0] !== '/' && source.includes('=')
  const names = new Set<string>()
  let offset = 0
  const fail = (index: number, reason: PatternReason, at = ''): never => {
    throw fault('HB001', [reason, at, source, index], SyntaxError)
  }

  if (source[0] === '#') fail(0, '#')
  let optional: string | undefined
  // A value written for one of two such params must not be read as the other's.
  const apart = (name: string, index: number) => {
    const codec = optional && codecs[optional]
    if (optional && (!codec || codec === codecs[name])) fail(index, 'apart', optional)
  }
  const parts = source.split(keyed ? '&' : '/').map((whole, index, { length }): Part => {
    const value = keyed ? whole.indexOf('=') + 1 : 0
    if (keyed && value < 2) fail(offset, '=')
    const text = whole.slice(value)
    const from = offset + value
    const last = !keyed && index === length - 1
    offset += whole.length + 1
    const [all = '', before = '', name, sign = '', after = ''] =
      last && text === '*' ? REST : (PART.exec(text) ?? [])
    const odd = text[all.length]
    if (odd) fail(from + all.length, 'text', odd)
    if (name && names.size === names.add(name).size) fail(from, 'twice', name)
    const free = sign === '?' ? keyed || index > 0 : last && (index > 0 || sign !== '*')
    if (sign ? before + after || !free : keyed && name && before + after)
      fail(from, 'alone', name + sign)
    if (sign) apart(name as string, from)
    if (!name || before + after) optional = undefined
    if (sign === '?' && !keyed) optional = name
    const modifier = sign as Modifier
    return {
      key: decode(keyed ? whole.slice(0, value - 1) : ''),
      before: decode(before),
      name,
      modifier,
      after: decode(after),
      take: takeOf(modifier),
    }
  })

  if (keyed && parts.every(({ modifier }) => modifier)) fail(0, 'key')
  return { source, keyed, parts }
}

const takeOf = (modifier: Modifier): Part['take'] =>
  modifier === 'rest'
    ? (path) => path && decodeSegment(path)
    : /[+*]/.test(modifier)
      ? (path) => {
          const texts = path?.split('/').map(decodeSegment) ?? (modifier === '*' ? [] : [''])
          return texts.includes('') ? undefined : texts
        }
      : undefined

// The author's text without backslashes, as in a decoded state. Most text has nothing to decode.
const decode = (text: string): string =>
  /\W/.test(text) ? decodeURIComponent(canonicalState(text.replace(/\\(.)/gs, '$1'))) : text

type Word = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$'
type Letters<S extends string, L = never> = S extends `${infer C}${infer R}` ? Letters<R, C | L> : L
type Name<S extends string, N extends string = ''> = S extends `${infer C}${infer R}`
  ? C extends Letters<Word>
    ? Name<R, `${N}${C}`>
    : [N, S]
  : [N, S]
type Unescaped<S extends string> = S extends `${infer A}\\${infer R}`
  ? R extends `${string}${infer B}`
    ? Unescaped<`${A}${B}`>
    : A
  : S
type Param<S extends string> = S extends `${string}:${infer R}`
  ? Name<R> extends [infer N extends string, infer M]
    ? M extends '?'
      ? { [K in N]?: string }
      : { [K in N]: M extends '+' | '*' ? string[] : string }
    : never
  : S extends '*'
    ? { 0: string }
    : unknown
type Split<P extends string, D extends string> = P extends `${infer A}${D}${infer B}`
  ? Param<A> & Split<B, D>
  : Param<P>
type Shape<P extends string> = P extends `/${string}`
  ? Split<P, '/'>
  : P extends `${string}=${string}`
    ? Split<P, '&'>
    : Split<P, '/'>

/** The params of a pattern, inferred from its text. */
export type PatternParams<P extends string> = string extends P
  ? Record<string, string>
  : { [K in keyof Shape<Unescaped<P>>]: Shape<Unescaped<P>>[K] } & {}
