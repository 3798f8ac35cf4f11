// A pattern, parsed once: the text of a route's states with params in it.
// In: the author's pattern. Out: parts that the trie files, that states are built from, and that
// types are inferred from. No regular expression is ever made from a pattern.
//
//   /products/:id   path        :x  one segment, also inside text: user-:name, :id.html
//   CwRadioButton   bare        :x? or none   :x+ one or more   :x* any number   * the rest, slashes too
//   key1=:a&k=:b?   key=value   matched by key in any order, written in this order
//
// A strict subset of URLPattern's pathname syntax: https://urlpattern.spec.whatwg.org/#pattern-strings

import { canonicalState } from './state.ts'

/** How often a param's segment may occur; `rest` is all that is left, slashes too. */
export type Modifier = '' | '?' | '+' | '*' | 'rest'

/** One segment of a path, or one `key=value`: static text, or a param between static texts. */
export interface Part {
  /** `''` in a path. */
  readonly key: string
  /** All of the text when there is no param. */
  readonly before: string
  readonly name: string | undefined
  readonly modifier: Modifier
  readonly after: string
}

/** A parsed pattern. */
export interface Pattern {
  readonly source: string
  /** True for `key=value` patterns. */
  readonly keyed: boolean
  readonly parts: readonly Part[]
}

/** A pattern that cannot be parsed; the message shows it with a caret under the fault. */
export class PatternError extends SyntaxError {
  /** The pattern. */
  readonly source: string
  /** Where in the pattern the fault is, in UTF-16 units from 0. */
  readonly index: number
  constructor(source: string, index: number, reason: string) {
    super(`Cannot parse pattern: ${reason}\n  ${source}\n  ${' '.repeat(index)}^`)
    this.name = 'PatternError'
    this.source = source
    this.index = index
  }
}

// Text, then a param and more text, as far as the syntax goes.
const PART = /^((?:\\.|[^\\*?+(){}:])*)(?::([a-z_$][\w$]*)([?+*]?)((?:\\.|[^\\*?+(){}:])*))?/is

/** Parses a pattern. @throws {PatternError} When it is outside the syntax at the head of this file. */
export function parsePattern(source: string): Pattern {
  const keyed = source[0] !== '/' && source.includes('=')
  const names = new Set<string>()
  let at = 0
  const fail = (index: number, reason: string): never => {
    throw new PatternError(source, index, reason)
  }

  const parts = source.split(keyed ? '&' : '/').map((whole, index, { length }): Part => {
    const value = keyed ? whole.indexOf('=') + 1 : 0
    if (keyed && value < 2) fail(at, 'expected key=value')
    const text = whole.slice(value)
    const from = at + value
    const last = !keyed && index === length - 1
    at += whole.length + 1
    if (last && text === '*') return { key: '', before: '', name: '0', modifier: 'rest', after: '' }
    const [all = '', before = '', name, sign = '', after = ''] = PART.exec(text) ?? []
    const odd = text[all.length]
    if (odd) fail(from + all.length, `write "\\${odd}" for the text "${odd}"; one param a segment`)
    if (name && names.size === names.add(name).size) fail(from, `":${name}" is there twice`)
    const free = sign === '?' ? keyed || index > 0 : last && (index > 0 || sign === '+')
    if (sign ? before + after || !free : keyed && name && before + after)
      fail(
        from,
        `":${name}${sign}" must be a segment alone, not the first, and the last unless "?"`,
      )
    return {
      key: decode(keyed ? whole.slice(0, value - 1) : ''),
      before: decode(before),
      name,
      modifier: sign as Modifier,
      after: decode(after),
    }
  })

  if (keyed && parts.every(({ modifier }) => modifier)) fail(0, 'expected a key that is required')
  return { source, keyed, parts }
}

// What the author wrote, less the backslashes, as it stands in a decoded state.
const decode = (text: string): string =>
  decodeURIComponent(canonicalState(text.replace(/\\(.)/gs, '$1')))

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
