// Blanks strings and comments of JavaScript, so that its brackets can be counted.

/** A regular expression can follow these characters; after others, a slash divides. */
const BEFORE_REGEXP = '(,=:[!&|?{};'

const LINE_COMMENT = /[/]{2}[^\n]*/
const BLOCK_COMMENT = /[/][*][\s\S]*?[*][/]/
const QUOTED = /'(?:\\[\s\S]|[^\\'\n])*'|"(?:\\[\s\S]|[^\\"\n])*"/

/** A template with values, which may hold strings, brackets and templates, two deep. */
const template = (depth: number): string => {
  const inner = depth === 0 ? '' : `|${template(depth - 1)}`
  const braces = depth === 0 ? '' : `|\\{(?:${QUOTED.source}${inner}|[^{}\`'"])*\\}`
  const value = `\\$\\{(?:${QUOTED.source}${inner}${braces}|[^{}\`'"])*\\}`
  return `\`(?:\\\\[\\s\\S]|${value}|(?!\\$\\{)[^\\\\\`])*\``
}

// The last form is of a template with a deeper value.
const STRING = new RegExp(`${QUOTED.source}|${template(2)}|\`(?:\\\\[\\s\\S]|[^\\\\\`])*\``)
const REGEXP = /[/](?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/\n])+[/]/

const PARTS = new RegExp(
  [LINE_COMMENT, BLOCK_COMMENT, STRING, REGEXP].map(({ source }) => source).join('|'),
  'g',
)

/** @returns A text of the same length: strings, comments and regular expressions are spaces. */
export const maskSource = (source: string): string =>
  source.replace(PARTS, (part, at: number) => {
    const isSlash = part.startsWith('/') && !/^\/[*/]/.test(part)
    const before = source.slice(0, at).trimEnd().at(-1) ?? ';'
    return isSlash && !BEFORE_REGEXP.includes(before) ? part : part.replace(/[^\n]/g, ' ')
  })

/** The position of the bracket that closes the one at `open`. */
export function closingOf(masked: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < masked.length; at++) {
    if ('([{'.includes(masked[at] ?? '')) depth++
    else if (')]}'.includes(masked[at] ?? '') && --depth === 0) return at
  }
  return undefined
}

/** Text between the brackets at these positions, without nested brackets. Same length. */
export function outermost(masked: string, open: number, close: number): string {
  let depth = 0
  return [...masked.slice(open + 1, close)]
    .map((sign) => {
      if (')]}'.includes(sign)) depth--
      const kept = depth === 0 ? sign : ' '
      if ('([{'.includes(sign)) depth++
      return kept
    })
    .join('')
}
