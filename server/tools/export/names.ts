// Names the exported file of a state. A pure function, so that exporter, server and the rules of
// other web servers agree.
// The name is a relative ASCII path with `/`, injective even without regard to case, and has no `.`
// or `..` segments.
//
//   the page's path without its first `/`, "=", the value of the token in the ugly URL, "+.html"
//   /                 /word/ajax         =/word/ajax+.html
//   /                 ''                 =+.html
//   /dictionary.html  AJAX               dictionary.html=^a^j^a^x+.html
//   /                 //x?A              =^/<SHA-256>+.html
//
// A capital letter becomes `^` and its small letter, `?` becomes `^-`, `:` becomes `^.`. nginx and
// Apache can do the same. `+` ends a name, since no value contains a raw `+`. Values that do not
// fit are hashed.

import { createHash } from 'node:crypto'
import { canonicalState } from '../../../src/state.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { isUnsafe } from '../../site/file-name.ts'

/** Most characters of a value written with `^`. Values that need more are hashed. */
export const MOST_MARKED = 12

/** Most bytes of a path segment. */
const SEGMENT_BYTES = 200

/** Most bytes of the path. */
const PATH_BYTES = 1000

// Escapes stay as they are: a canonical state writes their hex digits in capitals.
const MARKED = /%(?:25)?[\dA-F]{2}|[A-Z?:]/g

const MARKS: Readonly<Record<string, string>> = { '?': '-', ':': '.' }

// One way to read each text: with two ways to read `%25`, a long value took exponential time.
const PLAIN = /^(?:[\w/\-.~!$'(),;=@?:]|%[\dA-F]{2})*$/

export function uglyValue(state: string): string {
  const ugly = toUglyUrl(`#!${canonicalState(state)}`)
  return ugly === null ? '' : ugly.slice(ugly.indexOf('=') + 1)
}

export const snapshotFile = (page: string, state: string): string =>
  `${pagePart(page)}=${plainPath(uglyValue(state)) ?? `^/${digest(uglyValue(state))}`}+.html`

/** True when only a list, not a rule, can map the state to its file. */
export const isListed = (state: string): boolean => plainPath(uglyValue(state)) === null

export function pagePart(page: string): string {
  const path = page.replace(/^\//, '')
  return (path.includes('=') ? null : plainPath(path)) ?? `^^${digest(path)}`
}

/** A value as a path with its marks; null when it must be hashed. */
export function plainPath(value: string): string | null {
  if (!PLAIN.test(value)) return null
  let marks = 0
  const path = value.replace(MARKED, (text) => {
    if (text.startsWith('%')) return text
    marks += 1
    return `^${MARKS[text] ?? text.toLowerCase()}`
  })
  const segments = path.split('/')
  // The name's own signs are outside of the inner segments.
  const inner = segments.slice(segments[0] === '' ? 1 : 0, -1)
  const fits =
    marks <= MOST_MARKED &&
    path.length <= PATH_BYTES &&
    segments.every((segment) => segment.length <= SEGMENT_BYTES) &&
    !inner.some((segment) => isUnsafe(segment))
  return fits ? path : null
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
