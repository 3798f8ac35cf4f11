// Names the snapshot of a state, a file for web servers with rules. Pure functions, so that
// exporter and rules agree.
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
import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'
import { isUnsafe } from './file-name.ts'

/** Most characters of a value written with `^`. Values that need more are hashed. */
export const MOST_MARKED = 12

/** Most bytes of a path segment. */
const SEGMENT_BYTES = 200

/** Most bytes of the path. */
const PATH_BYTES = 1000

// Escapes stay as they are: a canonical state writes their hex digits in capitals.
const MARKED = /%(?:25)?[\dA-F]{2}|[A-Z?:]/g

/** Matches escapes and characters without a mark, in nginx and Apache. The end is left open. */
export const UNMARKED = '(?:%(?:25)?[0-9A-F][0-9A-F]|[^A-Z?:%])*+'

const MARKS: Readonly<Record<string, string>> = { '?': '-', ':': '.' }

// One way to read each text: with two ways to read `%25`, a long value took exponential time.
const PLAIN = /^(?:[\w/\-.~!$'(),;=@?:]|%[\dA-F]{2})*$/

export function uglyValue(state: string): string {
  const ugly = toUglyUrl(`#!${canonicalState(state)}`)
  return ugly === null ? '' : ugly.slice(ugly.indexOf('=') + 1)
}

export const snapshotFile = (page: string, state: string): string =>
  `${pagePart(page)}${snapshotName(state)}+.html`

/** The name after the page's part. */
export function snapshotName(state: string): string {
  const value = uglyValue(state)
  return `=${plainPath(value) ?? `^/${digest(value)}`}`
}

/** True when only a list, not a rule, can map the state to its file. */
export const isListed = (state: string): boolean => plainPath(uglyValue(state)) === null

export function pagePart(page: string): string {
  const path = page.replace(/^\//, '')
  return (path.includes('=') ? null : plainPath(path)) ?? `^^${digest(path)}`
}

/** A value as a path with its marks; null when it must be hashed. */
function plainPath(value: string): string | null {
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
