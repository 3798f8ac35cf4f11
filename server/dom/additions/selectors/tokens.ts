/**
 * Reads the tokens of a selector for `parse.ts`, and defines the parts that it returns.
 * https://drafts.csswg.org/css-syntax-3/#tokenization
 */

import type { Selector } from 'css-what'
import { tokenize } from '#happy-dom'

/** Type, source text, start, end and value. */
type Token = readonly [
  type: string,
  text: string,
  start: number,
  end: number,
  data?: { readonly value?: string | number; readonly type?: string },
]

const END: Token = ['EOF-token', '', 0, 0]
const CLOSES: Readonly<Record<string, string>> = {
  '(-token': ')-token',
  'function-token': ')-token',
  '[-token': ']-token',
  '{-token': '}-token',
}

export class InvalidSelector extends Error {}

/** Letters of names in Chromium, and not in the tokenizer: quotation marks, arrows, boxes. */
const SIGNS =
  /(?<!\\)[\u0080-\u00b6\u00b8-\u00bf\u00d7\u00f7\u037e\u2000-\u200b\u200e-\u203e\u2041-\u206f\u2190-\u2bff\u2ff0-\u3000]/g

export class Cursor {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(selector: string) {
    const css = selector.replace(SIGNS, '\\$&')
    const tokens = tokenize({ css }) as readonly Token[]
    this.#tokens = tokens.filter(([type]) => type !== 'comment')
  }

  get #token(): Token {
    return this.#tokens[this.#position] ?? END
  }

  is(type: string): boolean {
    return this.#token[0] === `${type}-token`
  }

  isDelim(sign: string): boolean {
    return this.is('delim') && this.#token[1] === sign
  }

  isEnd(): boolean {
    return this.is(')') || this.is('EOF')
  }

  take(type: string): string | undefined {
    if (!this.is(type)) return undefined
    const value = this.#token[4]?.value ?? this.#token[1]
    this.#position++
    return String(value)
  }

  takeDelim(sign: string): boolean {
    return this.isDelim(sign) && this.take('delim') !== undefined
  }

  /** Consumes a hash that can be an id. */
  takeId(): string | undefined {
    return this.#token[4]?.type === 'id' ? this.take('hash') : undefined
  }

  /** @returns Whether there was white space. */
  space(): boolean {
    const start = this.#position
    while (this.take('whitespace') !== undefined);
    return this.#position > start
  }

  need(type: string): string {
    const value = this.take(type)
    if (value === undefined) throw new InvalidSelector(`${type} expected`)
    return value
  }

  /** Consumes a bracket, which is optional at the end of the text. */
  close(type: ')' | ']'): void {
    if (!this.is('EOF')) this.need(type)
  }

  /** Consumes the text up to the end of the argument or a name. */
  textUntil(name: string): string {
    let source = ''
    while (!this.isEnd() && this.#token[4]?.value !== name) {
      source += this.#token[1]
      this.#position++
    }
    return source
  }

  skip(): void {
    const open: string[] = []
    for (; !this.is('EOF'); this.#position++) {
      const [type] = this.#token
      if (open.length === 0 && (type === 'comma-token' || type === ')-token')) return
      if (open.at(-1) === type) open.pop()
      else if (type in CLOSES) open.push(CLOSES[type] as string)
    }
  }

  get position(): number {
    return this.#position
  }

  set position(position: number) {
    this.#position = position
  }
}

/** A simple selector or a combinator; `cssText` as Chromium writes it. */
export type SelectorPart = Selector & { readonly cssText?: string }

/** A complex selector: no commas. */
export type Complex = SelectorPart[]

export interface Grammar {
  /** Whether it may begin with a combinator. */
  readonly relative?: boolean
  /** Skips invalid selectors. */
  readonly forgiving?: boolean
  /** Allows no combinators. */
  readonly compound?: boolean
  /** Whether it is an argument: no pseudo-elements. */
  readonly nested?: boolean
  /** Whether it is inside `:has()`, which cannot nest. */
  readonly inHas?: boolean
  /** The selectors of the rule around a nested rule. */
  readonly parent?: readonly Complex[]
  /** Whether `&` names the parent. */
  readonly use?: { isUsed: boolean }
  /** The parent and its use, inside an argument. */
  readonly outer?: { readonly parent: readonly Complex[]; readonly use: { isUsed: boolean } }
}

/** Data of the part that stands for a pseudo-element. */
export interface PseudoElement {
  element: string
  /** Argument of `::slotted()`. */
  list?: readonly Complex[]
  /** Arguments of `::part()`. */
  names?: string[]
}

export interface Argument {
  readonly list: readonly Complex[]
  /** Whether it is `:where()`. */
  readonly isWeightless?: boolean
  match?: (element: object) => boolean
}

/** The argument of a pseudo-class or a pseudo-element; empty if there is none. */
export const argumentOf = (data: unknown): Partial<Argument & PseudoElement> =>
  Array.isArray(data) ? { list: data } : Object(data)

/** `data` goes to the function of that name in `pseudo-classes.ts`. */
export const pseudoClass = (name: string, data: unknown = null, cssText = ''): SelectorPart =>
  ({ type: 'pseudo', name, data, cssText }) as SelectorPart

/** The parent of the rules in `@scope`, without weight. */
export const SCOPE_ROOT: readonly Complex[] = [
  [pseudoClass('-any', { list: [[pseudoClass('-scope')]], isWeightless: true })],
]

/** Whether a part holds `&` or `:scope`. */
export function namesScope(part: SelectorPart): boolean {
  if (part.type !== 'pseudo') return false
  const { list = [] } = (part.data ?? {}) as { list?: readonly Complex[] }
  return /^-(?:scope|nesting)$/.test(part.name) || list.some((complex) => complex.some(namesScope))
}

/** Stands for `&`. https://drafts.csswg.org/css-nesting-1/#nest-selector */
export const parentOf = (parent: readonly Complex[], cssText: string): SelectorPart =>
  pseudoClass('-any', { list: parent }, cssText)

export const written = (part: Selector, cssText: string): SelectorPart =>
  Object.assign(part, { cssText })

/** https://drafts.csswg.org/cssom/#serializing-selectors */
export const textOf = (list: readonly Complex[]): string =>
  list
    .map((complex) =>
      complex
        .map(({ cssText }) => cssText ?? '')
        .join('')
        .trim(),
    )
    .join(', ')

export const identifier = (name: string): string =>
  /^[a-z][\w-]*$/i.test(name) ? name : CSS.escape(name)

export const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

export const byCase = (where: string, selector: Selector, otherwise: Selector): Selector =>
  pseudoClass('-any', {
    list: [
      [selector, pseudoClass(where)],
      [otherwise, pseudoClass('-unless', where)],
    ],
  })

/** The test of `#id`, marked: `[id=a]` weighs less. */
export const idTest = (id: string): SelectorPart =>
  Object.assign(attributeTest('id', 'equals', id), {
    isId: true,
    cssText: `#${identifier(id)}`,
  })

export const attributeTest = (
  name: string,
  action: string,
  value: string,
  letterCase: 'kept' | 'ignored' = 'kept',
): Selector => {
  const ignoreCase = letterCase === 'ignored'
  return { type: 'attribute', name, action, value, ignoreCase, namespace: null } as Selector
}
