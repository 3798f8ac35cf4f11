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
  #at = 0

  constructor(text: string) {
    const css = text.replace(SIGNS, '\\$&')
    const tokens = tokenize({ css }) as readonly Token[]
    this.#tokens = tokens.filter(([type]) => type !== 'comment')
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? END
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
    this.#at++
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
    const start = this.#at
    while (this.take('whitespace') !== undefined);
    return this.#at > start
  }

  need(type: string): string {
    const value = this.take(type)
    if (value === undefined) throw new InvalidSelector(`${type} expected`)
    return value
  }

  /** Optional at the end of the text. */
  close(type: ')' | ']'): void {
    if (!this.is('EOF')) this.need(type)
  }

  /** Up to the end of the argument or a name. */
  textUntil(name: string): string {
    let text = ''
    while (!this.isEnd() && this.#token[4]?.value !== name) {
      text += this.#token[1]
      this.#at++
    }
    return text
  }

  skip(): void {
    const open: string[] = []
    for (; !this.is('EOF'); this.#at++) {
      const [type] = this.#token
      if (open.length === 0 && (type === 'comma-token' || type === ')-token')) return
      if (open.at(-1) === type) open.pop()
      else if (type in CLOSES) open.push(CLOSES[type] as string)
    }
  }

  get position(): number {
    return this.#at
  }

  set position(at: number) {
    this.#at = at
  }
}

/** With its text as Chromium writes it, if it is written. */
export type SelectorPart = Selector & { readonly text?: string }

/** Without commas. */
export type Complex = SelectorPart[]

export interface Grammar {
  /** May begin with a combinator. */
  readonly relative?: boolean
  /** Skips invalid selectors. */
  readonly forgiving?: boolean
  /** Without combinators. */
  readonly compound?: boolean
  /** In an argument: no pseudo-elements. */
  readonly nested?: boolean
  /** In `:has()`, which cannot nest. */
  readonly inHas?: boolean
  /** Of a nested rule: the selectors around it, and whether `&` names them. */
  readonly parent?: readonly Complex[]
  readonly use?: { isUsed: boolean }
  /** The same, inside an argument. */
  readonly outer?: { readonly parent: readonly Complex[]; readonly use: { isUsed: boolean } }
}

/** Data of the part that stands for a pseudo-element. */
export interface PseudoElement {
  element: string
  /** Of `::slotted()`. */
  list?: readonly Complex[]
  /** Of `::part()`. */
  names?: string[]
}

export interface Argument {
  readonly list: readonly Complex[]
  /** Of `:where()`. */
  readonly isWeightless?: boolean
  match?: (element: object) => boolean
}

/** The argument of a pseudo-class or a pseudo-element; empty if there is none. */
export const argumentOf = (data: unknown): Partial<Argument & PseudoElement> =>
  Array.isArray(data) ? { list: data } : Object(data)

/** `data` goes to the function of that name in `pseudo-classes.ts`. */
export const pseudoClass = (name: string, data: unknown = null, text = ''): SelectorPart =>
  ({ type: 'pseudo', name, data, text }) as SelectorPart

export const written = (part: Selector, text: string): SelectorPart => Object.assign(part, { text })

/** https://drafts.csswg.org/cssom/#serializing-selectors */
export const textOf = (list: readonly Complex[]): string =>
  list
    .map((parts) =>
      parts
        .map(({ text }) => text ?? '')
        .join('')
        .trim(),
    )
    .join(', ')

export const identifier = (name: string): string =>
  /^[a-z][\w-]*$/i.test(name) ? name : CSS.escape(name)

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

export const byCase = (where: string, one: Selector, other: Selector): Selector =>
  pseudoClass('-any', {
    list: [
      [one, pseudoClass(where)],
      [other, pseudoClass('-unless', where)],
    ],
  })

/** Marked, as `[id=a]` weighs less. */
export const idTest = (id: string): SelectorPart =>
  Object.assign(attributeTest('id', 'equals', id, false), {
    isId: true,
    text: `#${identifier(id)}`,
  })

export const attributeTest = (
  name: string,
  action: string,
  value: string,
  ignoreCase: boolean,
): Selector => ({ type: 'attribute', name, action, value, ignoreCase, namespace: null }) as Selector
