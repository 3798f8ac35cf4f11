// A pattern, parsed once: the text of a route's states with params in it.
// In: the author's pattern. Out: tokens that the trie files, that states are built from, and that
// types are inferred from. No regular expression is ever made from a pattern.
//
//   /products/:id   path        :x  one segment, also inside text: user-:name, :id.html
//   CwRadioButton   bare        :x? or none   :x+ one or more   :x* any number   * the rest, slashes too
//   key1=:a&k=:b?   key=value   matched by key in any order, written in this order
//
// A strict subset of URLPattern's pathname syntax: https://urlpattern.spec.whatwg.org/#pattern-strings

import { canonicalState } from './state.ts'

/** How often a param's segment may occur. */
export type Modifier = '' | '?' | '+' | '*'

/** One segment of a path: static text, a param between static texts, or the rest of the path. */
export type Segment =
  | { readonly text: string }
  | {
      readonly name: string
      readonly before: string
      readonly after: string
      readonly modifier: Modifier
    }
  | { readonly name: '0'; readonly rest: true }

/** One `key=value` of a key=value pattern: a static value, or a param. */
export type KeyItem = { readonly key: string } & (
  | { readonly text: string }
  | { readonly name: string; readonly optional: boolean }
)

/** A parsed pattern. */
export type Pattern =
  | { readonly source: string; readonly segments: readonly Segment[] }
  | { readonly source: string; readonly items: readonly KeyItem[] }

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

const PIECE = /\\(.)|:([A-Za-z_$][\w$]*)([?+*]?)|[*?+(){}:\\]|[^*?+(){}:\\]+/gs

interface Piece {
  readonly before: string
  readonly name: string | undefined
  readonly modifier: Modifier
  readonly after: string
}

/** Parses a pattern. @throws {PatternError} When it is outside the syntax at the head of this file. */
export function parsePattern(source: string): Pattern {
  const names = new Set<string>()
  const keyed = source[0] !== '/' && source.includes('=')
  const texts = source.split(keyed ? '&' : '/')
  let at = 0
  const each = <T>(parse: (text: string, at: number, index: number) => T): T[] =>
    texts.map((text, index) => {
      const parsed = parse(text, at, index)
      at += text.length + 1
      return parsed
    })

  function piece(text: string, from: number): Piece {
    let [before, name, modifier, after]: [string, string | undefined, Modifier, string] = [
      '',
      undefined,
      '',
      '',
    ]
    for (const match of text.matchAll(PIECE)) {
      const [token, escaped, param] = match
      const index = from + match.index
      if (param !== undefined) {
        if (name !== undefined) throw new PatternError(source, index, 'one param a segment')
        if (names.has(param)) throw new PatternError(source, index, `":${param}" is there twice`)
        names.add(param)
        name = param
        modifier = match[3] as Modifier
      } else if (escaped === undefined && /^[*?+(){}:\\]/.test(token)) {
        throw new PatternError(source, index, `"${token}" here must be written "\\${token}"`)
      } else if (name === undefined) before += escaped ?? token
      else after += escaped ?? token
    }
    return { before: decode(before), name, modifier, after: decode(after) }
  }

  function segment(text: string, from: number, index: number): Segment {
    const last = index === texts.length - 1
    if (text === '*' && last) return { name: '0', rest: true }
    const { name, before, after, modifier } = piece(text, from)
    if (name === undefined) return { text: before }
    if (modifier !== '' && before + after !== '') {
      throw new PatternError(source, from, `":${name}${modifier}" must be a whole segment`)
    }
    if ((modifier === '+' || modifier === '*') && !last) {
      throw new PatternError(source, from, `":${name}${modifier}" must be the last segment`)
    }
    if ((modifier === '?' || modifier === '*') && index === 0) {
      throw new PatternError(
        source,
        from,
        `":${name}${modifier}" cannot be first; write two routes`,
      )
    }
    return { name, before, after, modifier }
  }

  function item(text: string, from: number): KeyItem {
    const equals = text.indexOf('=')
    if (equals < 1) throw new PatternError(source, from, 'expected key=value')
    const key = decode(text.slice(0, equals))
    const { name, before, after, modifier } = piece(text.slice(equals + 1), from + equals + 1)
    if (name === undefined) return { key, text: before }
    if (before + after !== '' || modifier === '+' || modifier === '*') {
      throw new PatternError(source, from + equals + 1, 'expected a text, ":name" or ":name?"')
    }
    return { key, name, optional: modifier === '?' }
  }

  if (!keyed) return { source, segments: each(segment) }
  const items = each(item)
  if (items.every((entry) => 'name' in entry && entry.optional)) {
    throw new PatternError(source, 0, 'at least one key must be required')
  }
  return { source, items }
}

const decode = (text: string): string => decodeURIComponent(canonicalState(text))
