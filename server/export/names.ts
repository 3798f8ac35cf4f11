// State -> the file that its snapshot is exported to. A pure function, so that exporter, server and the
// rules for other web servers agree without asking each other.
// In: a page's path and a state, trusted or not. Out: a relative path with `/`, ASCII, injective, without
// `.` or `..` segments; two that differ do so on file systems that ignore case too.
//
//   the page's path without its first `/`, "=", the value of the token in the ugly URL, "+.html"
//   /                 /word/ajax         =/word/ajax+.html
//   /                 ''                 =+.html
//   /dictionary.html  AJAX               dictionary.html=^a^j^a^x+.html
//   /                 //x?A              =^/<SHA-256>+.html
//
// A capital letter is written `^` and the small one, `?` as `^-`, `:` as `^.`; nginx and Apache can do
// the same. `+` ends a name since no value holds a raw one. What such a path cannot hold is hashed.

import { createHash } from 'node:crypto'
import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'

/** How many characters of a value may be written with `^`; values that need more are hashed. */
export const MOST_MARKED = 12

/** How many bytes a segment of a path may have. */
const SEGMENT_BYTES = 200

/** How many bytes the whole path may have. */
const PATH_BYTES = 1000

// Escapes stay as they are: a canonical state has their digits in capitals only.
const MARKED = /%(?:25)?[\dA-F]{2}|[A-Z?:]/g

const MARKS: Readonly<Record<string, string>> = { '?': '-', ':': '.' }

const PLAIN = /^(?:[\w/\-.~!$'(),;=@?:]|%(?:25)?[\dA-F]{2})*$/

// Names that some file system takes for a device or a folder, or cuts.
const UNSAFE = /^(?:|.*\.|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?)$/

/** The value of the token in the ugly URL of a state. */
export function uglyValue(state: string): string {
  const ugly = toUglyUrl(`#!${canonicalState(state)}`)
  return ugly === null ? '' : ugly.slice(ugly.indexOf('=') + 1)
}

/** The path of a state's file in an export, relative to its folder of pages. */
export const snapshotFile = (page: string, state: string): string =>
  `${pagePart(page)}=${plainPath(uglyValue(state)) ?? `^/${digest(uglyValue(state))}`}+.html`

/** True when the file of a state has a name that only a list can tell, not a rule. */
export const isListed = (state: string): boolean => plainPath(uglyValue(state)) === null

/** The part of names that stands for a page. */
export function pagePart(page: string): string {
  const path = page.replace(/^\//, '')
  return (path.includes('=') ? null : plainPath(path)) ?? `^^${digest(path)}`
}

/** A value with its marks as a path; null when it must be hashed. */
export function plainPath(value: string): string | null {
  if (!PLAIN.test(value)) return null
  let marks = 0
  const path = value.replace(MARKED, (text) => {
    if (text.startsWith('%')) return text
    marks += 1
    return `^${MARKS[text] ?? text.toLowerCase()}`
  })
  const segments = path.split('/')
  // The name's own signs stand before the first segment and after the last, so that these may be anything.
  const inner = segments.slice(segments[0] === '' ? 1 : 0, -1)
  const fits =
    marks <= MOST_MARKED &&
    path.length <= PATH_BYTES &&
    segments.every((segment) => segment.length <= SEGMENT_BYTES) &&
    !inner.some((segment) => isUnsafe(segment))
  return fits ? path : null
}

/** True for what may not be the name of a folder. */
export const isUnsafe = (segment: string): boolean => UNSAFE.test(segment)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
