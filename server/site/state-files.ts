// Names the files of states, for the exporter and the rules of its web servers.

import { createHash } from 'node:crypto'
import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'

/** The most marks of a value that is not hashed. */
export const MOST_MARKS = 12

const SEGMENT_BYTES = 200
const PATH_BYTES = 1000

/** Puts a mark before each capital, because some disks ignore case, and in place of `?` and `:`. */
const marked = (value: string): string =>
  value
    .replaceAll('?', '^-')
    .replaceAll(':', '^.')
    .replace(/(%(?:25)?[\dA-F]{2})|(?=[A-Z])/g, (_, hex = '^') => hex)

// One way to read each text: two for `%25` took exponential time.
const PLAIN = /^(?:[\w/\-.~!$'(),;=@?:]|%[\dA-F]{2})*$/

export function uglyValue(state: string): string {
  const ugly = toUglyUrl(`#!${canonicalState(state)}`)
  return ugly === null ? '' : ugly.slice(ugly.indexOf('=') + 1)
}

/**
 * The page's path, "=", the value of the token in the ugly URL, "+.html": an ASCII path without `.`
 * or `..` segments. Two states have two paths, even without regard to case: a `^` comes before each
 * capital, `?` becomes `^-` and `:` becomes `^.`. Values that do not fit are hashed.
 * - `/` and `/word/ajax`: `=/word/ajax+.html`
 * - `/dictionary.html` and `AJAX`: `dictionary.html=^A^J^A^X+.html`
 * - `/` and `//x?A`: `=^/<SHA-256>+.html`
 */
export const snapshotFile = (page: string, state: string): string =>
  `${pagePart(page)}${snapshotName(state)}+.html`

export function snapshotName(state: string): string {
  const value = uglyValue(state)
  return `=${plainPath(value) ?? `^/${digest(value)}`}`
}

/** Whether only a list, not a rule, can map a state. */
export const isListed = (state: string): boolean => plainPath(uglyValue(state)) === null

export function pagePart(page: string): string {
  const path = page.replace(/^\//, '')
  return (path.includes('=') ? null : plainPath(path)) ?? `^^${digest(path)}`
}

/** @returns Null for a value that must be hashed. */
function plainPath(value: string): string | null {
  if (!PLAIN.test(value)) return null
  const path = marked(value)
  const segments = path.split('/')
  const inner = segments.slice(segments[0] === '' ? 1 : 0, -1)
  const fits =
    path.split('^').length <= MOST_MARKS + 1 &&
    path.length <= PATH_BYTES &&
    segments.every((segment) => segment.length <= SEGMENT_BYTES) &&
    !inner.some((segment) => isUnsafe(segment))
  return fits ? path : null
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

// Some file system treats them as a device or truncates them.
const UNSAFE = /^(?:|.*\.|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?)$/

const isUnsafe = (segment: string): boolean => UNSAFE.test(segment)

/**
 * Relative to the prefix's folder. Null if no host of files could find it. @param files As in the
 * scheme.
 */
export function readableFile(
  prefix: string,
  href: string,
  files: boolean | 'html' = true,
): string | null {
  const segments = segmentsOf(prefix, href)
  const last = segments?.at(-1)
  if (files !== 'html' || last === undefined)
    return segments && [...segments, 'index.html'].join('/')
  // Another file has such a name.
  return /^index$|\.html$/.test(last) ? null : `${segments?.join('/')}.html`
}

export const markdownFile = (prefix: string, href: string): string | null =>
  segmentsOf(prefix, href)?.join('/') ?? null

export const whyNoFile = (address: string): string =>
  address.includes('?')
    ? 'a host of files answers every query of a path with one page, so links to it lead to that page. Put the query into the path of the state, or run hashbang serve'
    : 'its path is too long for a file, or that of another one, or not below the base of the site'

/** Hosts of files ignore queries. */
function segmentsOf(prefix: string, href: string): readonly string[] | null {
  if (!href.startsWith(prefix) || href.includes('?')) return null
  const path = decodeURIComponent(href.slice(prefix.length).replace(/\/$/, ''))
  const segments = path === '' ? [] : path.split('/')
  const isOdd = (segment: string) =>
    isUnsafe(segment) ||
    segment === 'index.html' ||
    Buffer.byteLength(segment) > SEGMENT_BYTES ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name may hold them
    /[\0-\x1f\x7f\\]/.test(segment)
  if (segments.some(isOdd) || Buffer.byteLength(path) > PATH_BYTES) return null
  return segments
}
