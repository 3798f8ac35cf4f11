/**
 * Parses tidy markup fast, into a flat list of steps: tags closed in place, lower case, values in
 * quotes, nested as the parser keeps them (by the rules of `nesting.ts`). Null for other markup,
 * which the standard's parser reads at several times the cost. Creates no node.
 */
import { HTML } from './names.ts'
import { enter, type Kind, kindOf, SUSPECT } from './nesting.ts'

/** A step: an element to enter, a text, a comment, or `END` to leave the element. */
export type Step = Start | Comment | string | typeof END

interface Start {
  readonly tag: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** Whether it can have no content. */
  readonly isVoid: boolean
}

interface Comment {
  readonly comment: string
}

export const END = 0

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Empty elements without special parser rules. */
const VOID = set('br hr img input wbr')
/** They switch the parser's mode, or depend on the elements around the markup. */
const LEFT = set('svg math form optgroup')

const UNTIDY = /[\0\r]/
const NOT_BLANK = /[^\t\n\f ]/
const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}
const REFERENCE = /&(?:amp|lt|gt|quot|nbsp|#39);/g
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|nbsp|#39);)[a-zA-Z#]/

const [GT, SLASH, EQUALS, QUOTE] = [62, 47, 61, 34] as const

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 12
const isLetter = (code: number): boolean => code >= 97 && code <= 122
/** A character of a name: letters, digits, `-`, `.`, `_`, `:`. */
const isNamed = (code: number): boolean =>
  isLetter(code) || (code >= 45 && code <= 58 && code !== SLASH) || code === 95

/** Reads the markup. @param context The name of the HTML element that it goes into. */
export function readTidy(html: string, context: string): Step[] | null {
  const around = kindOf(context)
  if (!around.isPlain && context !== 'slot') return null
  if (around.children !== undefined || around.isRare || around.isScope || LEFT.has(context))
    return null
  if (UNTIDY.test(html)) return null
  return new Reader(html, around).read()
}

interface OpenElement {
  readonly kind: Kind
  readonly open: number
}

class Reader {
  readonly #html: string
  readonly #steps: Step[] = []
  readonly #around: OpenElement[] = []
  #place: OpenElement
  #at = 0

  constructor(html: string, context: Kind) {
    this.#html = html
    this.#place = { kind: context, open: 0 }
  }

  read(): Step[] | null {
    const html = this.#html
    const { length } = html
    while (this.#at < length) {
      const next = html.indexOf('<', this.#at)
      const end = next < 0 ? length : next
      if (end > this.#at && !this.#text(html.slice(this.#at, end))) return null
      this.#at = end
      if (end < length && !this.#markup()) return null
    }
    return this.#around.length === 0 ? this.#steps : null
  }

  #text(text: string): boolean {
    const known = decoded(text)
    if (known === null || (!this.#place.kind.takesText && NOT_BLANK.test(text))) return false
    this.#steps.push(known)
    return true
  }

  /** Reads markup that begins with `<`. @returns Whether it is tidy. */
  #markup(): boolean {
    const code = this.#html.charCodeAt(this.#at + 1)
    if (isLetter(code)) return this.#start()
    return code === SLASH ? this.#end() : this.#comment()
  }

  #name(): string {
    const from = this.#at
    while (isNamed(this.#code())) this.#at += 1
    return this.#html.slice(from, this.#at)
  }

  #start(): boolean {
    this.#at += 1
    const tag = this.#name()
    const kind = kindOf(tag)
    const isVoid = VOID.has(tag)
    if (!(kind.isPlain || isVoid || tag === 'slot') || LEFT.has(tag)) return false
    const open = enter(kind, HTML, this.#place.open, this.#place.kind)
    if (open & SUSPECT) return false
    const attributes = this.#attributes(isVoid)
    if (attributes === null) return false
    this.#steps.push({ tag, attributes, isVoid })
    if (isVoid) return true
    this.#around.push(this.#place)
    this.#place = { kind, open }
    return true
  }

  /** Reads to the end of the tag. */
  #attributes(isVoid: boolean): Start['attributes'] | null {
    const attributes: { name: string; value: string }[] = []
    for (;;) {
      const from = this.#at
      while (isBlank(this.#code())) this.#at += 1
      if (isVoid && this.#code() === SLASH) this.#at += 1
      if (this.#code() === GT) {
        this.#at += 1
        return attributes
      }
      const name = this.#at > from ? this.#name() : ''
      if (name === '' || attributes.some((other) => other.name === name)) return null
      const value = this.#value()
      if (value === null) return null
      attributes.push({ name, value })
    }
  }

  #code(): number {
    return this.#html.charCodeAt(this.#at)
  }

  #value(): string | null {
    const html = this.#html
    if (this.#code() !== EQUALS) return ''
    const end = html.charCodeAt(this.#at + 1) === QUOTE ? html.indexOf('"', this.#at + 2) : -1
    if (end < 0) return null
    const value = decoded(html.slice(this.#at + 2, end))
    this.#at = end + 1
    return value
  }

  #end(): boolean {
    const { tag } = this.#place.kind
    const outer = this.#around.pop()
    const after = this.#at + 2 + tag.length
    if (!outer || !this.#html.startsWith(tag, this.#at + 2) || this.#html.charCodeAt(after) !== GT)
      return false
    this.#steps.push(END)
    this.#place = outer
    this.#at = after + 1
    return true
  }

  #comment(): boolean {
    const from = this.#at + 4
    const end = this.#html.startsWith('<!--', this.#at) ? this.#html.indexOf('-->', from) : -1
    const comment = this.#html.slice(from, end)
    // These make a comment end, or begin, elsewhere than it seems.
    if (end < 0 || /^-?>|--|<!|-$/.test(comment)) return false
    this.#steps.push({ comment })
    this.#at = end + 3
    return true
  }
}

/** Decodes text; null for references that need a table. */
function decoded(text: string): string | null {
  if (!text.includes('&')) return text
  if (OTHER_REFERENCE.test(text)) return null
  return text.replace(REFERENCE, (reference) => REFERENCES[reference] as string)
}
