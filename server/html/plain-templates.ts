/**
 * Which `html` is plain as `isPlain` means it, told from what it was made of, without a look at the text. In: templates, once
 * each; the values of what is made of them. Out: whether a piece of HTML is known to be plain; false says nothing.
 * A plain template stays plain with escaped text between its tags, with plain pieces there, and with values in its attributes
 * that can be no part of an address that runs.
 */
import type { Html, HtmlValue } from '../../src/html.ts'
import { isPlain, RUNS } from './plain.ts'

/** Stands for a value; a private character. */
const HOLE = '\ue000'

/** What no template may hold in an attribute: also the end of a scheme that runs, when it could begin in a value. */
const COULD_RUN = new RegExp(`${RUNS.source}|${HOLE}[script\\s]*:`, 'i')

/** What no value may hold in an attribute: the end of one that could begin before it. */
const ENDS_SCHEME = /(?:^[script\s]*|s\s*c\s*r\s*i\s*p\s*t\s*):/i

/** Of the server's own, so that no piece says it of itself. */
const PLAIN = Symbol('plain')

interface Piece extends Html {
  [PLAIN]?: true
}

/** Says whether a value leaves its place plain. */
type Keeps = (value: HtmlValue) => boolean

/** Is it known to be plain? */
export const isKnownPlain = (made: Html): boolean => PLAIN in Object(made)

/** Gives what is to be told of each piece that is made of a template; undefined when the template is not plain itself. */
export function plainPieces(
  strings: readonly string[],
): ((made: Piece, values: readonly HtmlValue[]) => void) | undefined {
  if (!isPlain(strings.join(HOLE), COULD_RUN)) return undefined
  const keeps: Keeps[] = []
  let before = ''
  for (const text of strings.slice(0, -1)) {
    before += text
    keeps.push(before.lastIndexOf('<') > before.lastIndexOf('>') ? inAttribute : inText)
  }
  return (made, values) => {
    let index = 0
    for (const keep of keeps) if (!keep(values[index++])) return
    made[PLAIN] = true
  }
}

const inText: Keeps = (value) =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) ? value.every(inText) : PLAIN in value)

const inAttribute: Keeps = (value) =>
  typeof value === 'string' ? !ENDS_SCHEME.test(value) : typeof value !== 'object' || value === null
