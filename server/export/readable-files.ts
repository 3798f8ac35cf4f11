// The file of a readable address, for hosts that can only serve files: the address itself, as a folder with an index.html. In: an
// address. Out: a path relative to the folder that the prefix leads to; null where a host of files has no such file: it tells
// no queries apart, and not every path is a name.

import { isUnsafe } from './names.ts'

const SEGMENT_BYTES = 200
const PATH_BYTES = 1000

/** Gives the path of a page. */
export function readableFile(prefix: string, href: string): string | null {
  const segments = segmentsOf(prefix, href)
  return segments && [...segments, 'index.html'].join('/')
}

/** Gives the path of a page as Markdown, which is a file of its own name. */
export const markdownFile = (prefix: string, href: string): string | null =>
  segmentsOf(prefix, href)?.join('/') ?? null

function segmentsOf(prefix: string, href: string): readonly string[] | null {
  if (!href.startsWith(prefix) || href.includes('?')) return null
  const path = decodeURIComponent(href.slice(prefix.length))
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
