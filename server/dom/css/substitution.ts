/** Replaces `var()` and `env()` in values. https://drafts.csswg.org/css-variables-2/ */
import { splitText } from './split-text.ts'

const CALL = /(?<![\w-])(var|env)\(/i
/** Values that grow with each step end there. */
const MOST_LENGTH = 1 << 20

/** @returns Undefined if a variable has no value and no fallback. */
export function substitute(
  value: string,
  variable: (name: string) => string | undefined,
): string | undefined {
  let [result, rest] = ['', value]
  for (let call = CALL.exec(rest); call; call = CALL.exec(rest)) {
    const from = call.index + call[0].length
    const to = endOf(rest, from)
    const inside = rest.slice(from, to)
    const [name = ''] = splitText(inside, /,/)
    const comma = inside.indexOf(',')
    const value = call[1]?.toLowerCase() === 'env' ? environment(name) : variable(name)
    const used = value ?? (comma < 0 ? undefined : substitute(inside.slice(comma + 1), variable))
    if (used === undefined || result.length + used.length > MOST_LENGTH) return undefined
    result += `${rest.slice(0, call.index)}${used}`
    rest = rest.slice(to + 1)
    // Tokens of a variable don't join what follows.
    if (/^[\w%-]/.test(rest)) result += ' '
  }
  return (result + rest).trim()
}

const environment = (name: string): string | undefined =>
  /^safe-area-(?:max-)?inset-(?:top|right|bottom|left)$/.test(name) ? '0px' : undefined

/** The position of the closing parenthesis. */
export function endOf(value: string, from: number): number {
  let depth = 1
  for (let position = from; position < value.length; position++) {
    const letter = value[position]
    if (letter === '"' || letter === "'") {
      const end = value.indexOf(letter, position + 1)
      if (end > 0) position = end
    } else if (letter === '(') depth += 1
    else if (letter === ')' && --depth === 0) return position
  }
  return value.length
}
