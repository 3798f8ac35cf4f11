/**
 * Checks the values of properties with the grammar of css-tree, and writes them as Chromium does.
 * `shorthands.ts` and `declarations.ts` call it.
 * https://drafts.csswg.org/cssom/#serialize-a-css-component-value
 */
import { createRequire } from 'node:module'
import { once } from '../../diagnostics/runtime/once.ts'
import { simplified } from './calculations.ts'
import { specifiedColor } from './colors.ts'
import { unescaped } from './split-text.ts'

/** A node of a match: of a property, a type or a token of the value. */
export interface ValueMatch {
  readonly syntax?: { readonly type: string; readonly name?: string }
  readonly match?: readonly ValueMatch[]
  readonly token?: string
}

interface Lexer {
  matchProperty(name: string, value: string): { matched: ValueMatch | null; error: Error | null }
  match(syntax: string, value: string): { matched: ValueMatch | null; error: Error | null }
  getProperty(name: string): object | null
}

const COLOR_FUNCTIONS = 'rgb rgba hsl hsla hwb lab lch oklab oklch color'.split(' ')

/** Values that Chromium accepts and css-tree's grammar does not know. */
const MORE = {
  types: {
    color: '| <relative-color>',
    'relative-color': COLOR_FUNCTIONS.map((name) => `${name}( from <any-value> )`).join(' | '),
    'system-color':
      '| -webkit-focus-ring-color | -webkit-link | -internal-light-dark( <any-value> )',
  },
  properties: {
    'text-align':
      '| -webkit-match-parent | -internal-center | -webkit-left | -webkit-right | -webkit-center',
    display: '| math | block math | inline math',
    'text-transform': '| math-auto',
    'unicode-bidi': '| -webkit-isolate',
  },
}

/** Loaded with the first value: most pages read no style. */
const lexer = once((): Lexer => {
  const { fork } = createRequire(import.meta.url)('#css-grammar') as {
    fork(more: object): { lexer: Lexer }
  }
  return fork(MORE).lexer
})

/** @returns Undefined for invalid values; bare tokens for a property that css-tree lacks. */
export function matchValue(name: string, value: string): ValueMatch | undefined {
  if (!lexer().getProperty(name))
    return isBalanced(value) ? { match: bareTokens(value) } : undefined
  return lexer().matchProperty(name, value).matched ?? undefined
}

/** A value of the syntax of a registered property; undefined if it does not match. */
export function writeAs(syntax: string, value: string): string | undefined {
  const { matched } = lexer().match(syntax, value)
  return matched ? write(matched) : undefined
}

const TOKENS =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|url\([^"')]*\)|[-\w\u0080-\uffff\\.%#@+]+\(?|[(),/[\]*]|\s+|./gu

const bareTokens = (value: string): ValueMatch[] =>
  (value.match(TOKENS) ?? []).filter((token) => /\S/.test(token)).map((token) => ({ token }))

/** Whether a text with variables can be a value. */
export function isBalanced(value: string): boolean {
  let depth = 0
  for (const token of value.match(TOKENS) ?? []) {
    if (/[([{]$/.test(token)) depth += 1
    if (/^[)\]}]$/.test(token) && --depth < 0) return false
    if (depth === 0 && /^[;!]$/.test(token)) return false
  }
  return depth === 0
}

/** Types whose tokens keep their case. */
const CUSTOM =
  /^(?:custom-ident|custom-property-name|dashed-ident|family-name|keyframes-name|ident-token|ident|attr-name|string|url|line-names|any-value|counter-name|counter-style-name|feature-value-name|string-token)$/
const LENGTHS = /^(?:length|length-percentage|line-width)$/

/** Joins the tokens of a match. */
class Writer {
  #text = ''
  #before = ''

  add(token: string): void {
    const glued = this.#before === '' || /[([]$/.test(this.#before) || /^[),\]]$/.test(token)
    const space = glued ? '' : ' '
    this.#text += space + token
    this.#before = token
  }

  toString(): string {
    return this.#text
  }
}

export function write(match: ValueMatch): string {
  const writer = new Writer()
  visit(match, writer, PLAIN)
  return simplified(writer.toString())
}

const SHORTER: Readonly<Record<string, string>> = {
  'repeat no-repeat': 'repeat-x',
  'no-repeat repeat': 'repeat-y',
  'repeat repeat': 'repeat',
  'no-repeat no-repeat': 'no-repeat',
  'auto auto': 'auto',
}

interface TokenContext {
  readonly isCustom: boolean
  readonly isLength: boolean
}

const PLAIN: TokenContext = { isCustom: false, isLength: false }

function visit(node: ValueMatch, writer: Writer, { isCustom, isLength }: TokenContext): void {
  if (node.token !== undefined) {
    if (/\S/.test(node.token)) writer.add(tokenText(node.token, { isCustom, isLength }))
    return
  }
  const name = node.syntax?.type === 'Type' ? (node.syntax.name ?? '') : ''
  const components = node.match ?? []
  if (name === 'color') {
    const plain = new Writer()
    for (const part of components) visit(part, plain, PLAIN)
    writer.add(specifiedColor(plain.toString()))
    return
  }
  if (name === 'repeat-style' || name === 'bg-size') {
    const keywords = write({ match: components })
    writer.add(SHORTER[keywords] ?? keywords)
    return
  }
  if (name === 'family-name') {
    writer.add(family(components))
    return
  }
  // Zero in a calculation is a number.
  const context = {
    isCustom: isCustom || CUSTOM.test(name),
    isLength: components.length === 1 && name !== 'number' && (isLength || LENGTHS.test(name)),
  }
  for (const part of components) visit(part, writer, context)
}

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-.*|inherit|initial|unset|default)$/i

/** A name that could be an identifier has no quotes. */
function family(components: readonly ValueMatch[]): string {
  const writer = new Writer()
  for (const part of components) visit(part, writer, { isCustom: true, isLength: false })
  const name = writer.toString()
  const isQuoted = name.startsWith('"')
  const plain = isQuoted ? name.slice(1, -1) : name
  const isName = /^-?[a-z_][\w-]*$/i.test(plain) && !(isQuoted && GENERIC.test(plain))
  return isName ? plain : `"${plain}"`
}

/** The string as Chromium writes it. */
const quotedText = (token: string): string =>
  `"${unescaped(token.slice(1, -1)).replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ')}"`

const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/i

function tokenText(token: string, { isCustom, isLength }: TokenContext): string {
  const [, number, unit = ''] = NUMBER.exec(token) ?? []
  if (number !== undefined) {
    const value = Number(number)
    if (isLength && value === 0 && unit === '') return '0px'
    return `${value}${unit.toLowerCase()}`
  }
  if (/^["']/.test(token)) return quotedText(token)
  if (/^blinkmacsystemfont$/i.test(token)) return 'BlinkMacSystemFont'
  const url = /^url\(\s*([^"'][\s\S]*?)\s*\)$/i.exec(token)?.[1]
  if (url !== undefined) return `url("${url}")`
  if (isCustom) return token
  return token
    .toLowerCase()
    .replace(
      /^(translate|scale|rotate|skew)([xyz])\($/,
      (_, name, axis) => `${name}${axis.toUpperCase()}(`,
    )
}
