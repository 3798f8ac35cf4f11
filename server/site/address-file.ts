// Maps a readable address to its file, for hosts that only serve files: a folder with an
// index.html, or a file such as `ajax.html`. The path is relative to the prefix's folder. Null if
// no file can have the address: a host of files ignores queries, and not every path is a file name.

import { isUnsafe } from './file-name.ts'

const SEGMENT_BYTES = 200
const PATH_BYTES = 1000

/** Returns the path of a page. @param files As the scheme has it. */
export function readableFile(
  prefix: string,
  href: string,
  files: boolean | 'html' = true,
): string | null {
  const segments = segmentsOf(prefix, href)
  const last = segments?.at(-1)
  if (files !== 'html' || last === undefined)
    return segments && [...segments, 'index.html'].join('/')
  // The address of such a name is that of another file.
  return /^index$|\.html$/.test(last) ? null : `${segments?.join('/')}.html`
}

/** Returns the path of a page as Markdown, a file beside the folder. */
export const markdownFile = (prefix: string, href: string): string | null =>
  segmentsOf(prefix, href)?.join('/') ?? null

/** Explains why an address has no file. */
export const whyNoFile = (address: string): string =>
  address.includes('?')
    ? `a host of files answers every query of a path with one page, so links to it lead to ${address.replace(/\?.*/, '')}. Put the query into the path of the state, or run hashbang serve`
    : 'its path is too long for a file, or that of another one, or not below the base of the site'

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
