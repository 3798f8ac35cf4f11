// Maps a readable address to its file, for hosts that only serve files: a folder with an
// index.html. The path is relative to the prefix's folder. Null if no file can have the address: a
// host of files ignores queries, and not every path is a file name.

import { isUnsafe } from './file-name.ts'

const SEGMENT_BYTES = 200
const PATH_BYTES = 1000

/** Returns the path of a page. */
export function readableFile(prefix: string, href: string): string | null {
  const segments = segmentsOf(prefix, href)
  return segments && [...segments, 'index.html'].join('/')
}

/** Returns the path of a page as Markdown, a file beside the folder. */
export const markdownFile = (prefix: string, href: string): string | null =>
  segmentsOf(prefix, href)?.join('/') ?? null

/** Explains why an address has no file. */
export const whyNoFile = (address: string): string =>
  address.includes('?')
    ? 'a host of files answers every query of a path with one page'
    : 'a part of its path is longer than a name of a file may be'

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
