// Checks the tags, names and value places of an html template, so that a view's markup cannot end
// its outlet. Which tags may nest is not checked: the parser repairs both sides alike.

import { type Token, Tokenizer } from 'parse5'
import { html } from '../../src/html.ts'
import { VOID } from './nesting.ts'
import { BLOCKS } from './rendering.ts'
import { IGNORED, modeInside } from './rewrite-links.ts'

/** Stands for a value; a private character that no author types. */
const HOLE = '\ue000'
const VALUE = ['$', '{…}'].join('')
const NAME = /^[a-z][a-z0-9._-]*$/i
const ATTRIBUTE = /^[a-z_:@][a-z0-9_.:-]*$/i

/** @throws {SyntaxError} */
export function checkTemplate(strings: readonly string[]): void {
  try {
    new Check(strings.join(HOLE)).run()
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, html)
    throw error
  }
}

interface Open {
  readonly tag: string
  readonly offset: number
}

class Check {
  readonly #text: string
  readonly #open: Open[] = []
  readonly #tokenizer: Tokenizer
  #foreign = 0

  constructor(markup: string) {
    this.#text = markup
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        ...IGNORED,
        onStartTag: (token) => this.#start(token),
        onEndTag: (token) => this.#end(token),
        onComment: (token) => this.#noValue(token, 'a comment'),
        onDoctype: (token) => this.#fail(offsetOf(token), 'a doctype cannot stand in a view'),
        onParseError: ({ code, startOffset }) => this.#fault(code, startOffset),
      },
    )
  }

  run(): void {
    this.#tokenizer.write(this.#text, true)
    const last = this.#open.at(-1)
    if (last) this.#fail(last.offset, `<${last.tag}> is not closed`)
  }

  #start(token: Token.TagToken): void {
    const { tagName, attrs, selfClosing } = token
    const offset = offsetOf(token)
    if (!NAME.test(tagName)) this.#fail(offset, 'this is not the name of an element')
    for (const { name, value } of attrs) this.#attribute(token, name, value)
    if (tagName === 'svg' || tagName === 'math') this.#foreign += selfClosing ? 0 : 1
    if (selfClosing && this.#foreign === 0 && !VOID.has(tagName) && isHtmlOnly(tagName))
      this.#fail(
        offset,
        `<${tagName}/> is not closed by its slash: write <${tagName}></${tagName}>`,
      )
    if (selfClosing || (VOID.has(tagName) && this.#foreign === 0)) return
    this.#open.push({ tag: tagName, offset })
    if (this.#foreign > 0) return
    this.#tokenizer.state = modeInside(tagName) ?? this.#tokenizer.state
  }

  #end(token: Token.TagToken): void {
    const open = this.#open.pop()
    const offset = offsetOf(token)
    if (!open) this.#fail(offset, `</${token.tagName}> closes nothing`)
    else if (open.tag !== token.tagName) {
      this.#fail(offset, `</${token.tagName}> stands where <${open.tag}> must be closed first`)
    }
    if (token.tagName === 'svg' || token.tagName === 'math') this.#foreign--
  }

  #attribute(token: Token.TagToken, name: string, value: string): void {
    const { startOffset, endOffset } = token.location?.attrs?.[name] ?? { startOffset: 0 }
    if (!ATTRIBUTE.test(name)) {
      const value = name.includes(HOLE)
      this.#fail(
        startOffset,
        value ? 'no value can be a name' : 'this is not a name of an attribute',
      )
    }
    if (!value.includes(HOLE)) return
    if (!/=\s*["']/.test(this.#text.slice(startOffset, endOffset)))
      this.#fail(startOffset, 'a value must stand in quotes')
    if (/^on|^srcdoc$/i.test(name)) this.#fail(startOffset, `no value can be escaped in ${name}`)
  }

  #noValue(token: Token.CommentToken, place: string): void {
    if (token.data.includes(HOLE)) this.#fail(offsetOf(token), `no value is allowed in ${place}`)
  }

  #fault(code: string, offset: number): void {
    if (this.#text[offset] === HOLE)
      this.#fail(offset - 1, 'no value can be the name of an element')
    if (!HARMLESS.test(code)) this.#fail(offset, code.replaceAll('-', ' '))
  }

  #fail(offset: number, what: string): never {
    const before = this.#text.slice(0, offset).replaceAll(HOLE, VALUE)
    const whole = this.#text.replaceAll(HOLE, VALUE)
    const lineStart = before.lastIndexOf('\n') + 1
    const line = before.split('\n').length
    const shown = whole.split('\n').slice(Math.max(0, line - 3), line)
    throw new SyntaxError(
      [
        `This html template cannot be used: ${what} (line ${line} of it)`,
        ...shown.map((text) => `  ${text}`),
        `  ${' '.repeat(before.length - lineStart)}^`,
      ].join('\n'),
    )
  }
}

const INLINE =
  /-|^(?:abbr|audio|b|button|canvas|code|em|i|iframe|label|option|select|small|span|strong|textarea|video)$/

/** No name of SVG and MathML, whose elements a slash may close. */
const isHtmlOnly = (tag: string): boolean => BLOCKS.has(tag) || INLINE.test(tag)

/** Parse errors whose result is unambiguous. */
const HARMLESS =
  /solidus|first-character-of-tag-name|character-reference|control-character|noncharacter|surrogate|null-character/

const offsetOf = (token: Token.TagToken | Token.CommentToken | Token.DoctypeToken): number =>
  token.location?.startOffset ?? 0
