/**
 * Recognises plain HTML (see `isPlain`) by its templates, without reading the text. A plain
 * template stays plain with escaped text, with plain pieces, and with attribute values that cannot
 * be part of an executable address. False means unknown.
 */
import type { Html, HtmlValue } from '../../src/html.ts'
import { isPlain, RUNS } from './plain.ts'

/** Stands for a value; a private character. */
const HOLE = '\ue000'

/** Not plain in an attribute; includes the end of a script scheme that could begin in a value. */
const COULD_RUN = new RegExp(`${RUNS.source}|${HOLE}[script\\s]*:`, 'i')

/** Not plain in an attribute value: the end of a script scheme that could begin before it. */
const ENDS_SCHEME = /(?:^[script\s]*|s\s*c\s*r\s*i\s*p\s*t\s*):/i

/** Private to the server, so that no piece can claim it. */
const PLAIN = Symbol('plain')

interface Piece extends Html {
  [PLAIN]?: true
}

/** Whether a value leaves its place plain. */
type Keeps = (value: HtmlValue) => boolean

/** Whether it is known to be plain. */
export const isKnownPlain = (made: Html): boolean => PLAIN in Object(made)

/** Returns the function that marks a template's pieces; undefined if the template is not plain. */
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
