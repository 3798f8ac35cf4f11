/**
 * Ids that React counts from page to page of a thread (`useId`), counted from the first of the page instead, so that the same
 * state is the same bytes wherever it was rendered. In: the pieces of a page's HTML, as the serializer writes them. Out: the
 * pieces, with such ids and all that refers to them counted from 0. Where one of them stands in text, or in an attribute that
 * may mean something else, nothing is changed.
 */

/** As React 19.1, 18 and 19.0 write them: a number in base 32 between two marks. */
const FORMS = [
  /(?<![0-9A-Za-z])(_r_)([0-9a-v]+)(_)(?![0-9A-Za-z])/g,
  /(?<![0-9A-Za-z])(:r)([0-9a-v]+)(:)(?![0-9A-Za-z])/g,
  /(?<![0-9A-Za-z])(«r)([0-9a-v]+)(»)(?![0-9A-Za-z])/g,
]
const ANY = /_r_[0-9a-v]|:r[0-9a-v]+:|«r[0-9a-v]/
/** What is in each of them: looked for first, as a page is long. */
const MARKS = ['_r_', ':r', '«r']

/** An element whose content is no markup, a tag, or what is between. `<` and `>` are escaped everywhere else. */
const PIECES = /<(style|script|xmp|iframe|noembed|noframes)\b[^>]*>[\s\S]*?<\/\1>|<[^>]*>|[^<]+/g
const TAG = /^<[a-z][^<]*>$/
const ATTRIBUTE = /( [^\s"=<>]+=")([^"]*)(")/g

/** What gives an id, and what refers to one. */
const NAMED =
  /^ (?:id|for|name|list|form|headers|class|style|usemap|popovertarget|commandfor|aria-.+|data-.+)="$/
const LINK = /^ (?:href|xlink:href)="$/

const isReference = (name: string, value: string): boolean =>
  NAMED.test(name) || value.includes('url(#') || (LINK.test(name) && /^#(?!!)/.test(value))

/** Renames the ids of a page. @param pieces All HTML that is of the page. */
export function countFromZero(pieces: readonly string[]): readonly string[] {
  return pieces.some(mayBeCounted) ? FORMS.reduce(renumber, pieces) : pieces
}

const mayBeCounted = (html: string): boolean =>
  MARKS.some((mark) => html.includes(mark)) && ANY.test(html)

function renumber(pieces: readonly string[], form: RegExp): readonly string[] {
  const tokens = new Set<string>()
  const others: string[] = []
  let first = Number.POSITIVE_INFINITY
  const look = (value: string) => {
    for (const [token, , number = ''] of value.matchAll(form)) {
      tokens.add(token)
      first = Math.min(first, Number.parseInt(number, 32))
    }
    return value
  }
  const keep = (text: string) => {
    others.push(text)
    return text
  }
  for (const html of pieces) rewrite(html, look, keep)
  if (tokens.size === 0 || first === 0) return pieces
  for (const text of others) {
    for (const [token] of text.matchAll(form)) if (tokens.has(token)) return pieces
  }
  const rename = (value: string) =>
    value.replace(form, (_, open: string, number: string, close: string) => {
      return `${open}${(Number.parseInt(number, 32) - first).toString(32)}${close}`
    })
  return pieces.map((html) => rewrite(html, rename, (text) => text))
}

type Change = (text: string) => string

/** Gives what may name an element to one function, and all else to another. */
function rewrite(html: string, named: Change, other: Change): string {
  return html.replace(PIECES, (piece) => {
    if (!TAG.test(piece)) return other(piece)
    return piece.replace(ATTRIBUTE, (_, name: string, value: string, end: string) => {
      return name + (isReference(name, value) ? named(value) : other(value)) + end
    })
  })
}
