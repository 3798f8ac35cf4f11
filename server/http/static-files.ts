// Serves the built app's files by sirv: whole or as a range, precompressed if the build did so.
// Other requests go on. sirv misreads two kinds of ranges and ignores If-Range: those requests get
// the whole file, as HTTP allows.

import { existsSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { fileName } from '../site/file-name.ts'
import { send } from './node-adapter.ts'
import { holdsLinks, isAllWithin, isHidden } from './public-files.ts'
import { refuse } from './responses.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const PLAIN_RANGE = /^bytes=(\d+)-(\d*)$/

/** Hashes in bundlers' file names: hexadecimal, base 32, or of all three kinds of characters. */
const HASHES = [
  /[.-](?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8,64}(?=\.)/,
  /-(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{8}(?=\.)/,
  /[.-](?=[^.]*[A-Z])(?=[^.]*[a-z])(?=[^.]*\d)[\w-]{8}(?=\.)/,
]

/** Whether a file never changes under its name. */
const isHashed = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return HASHES.some((hash) => hash.test(name))
}

export interface StaticOptions {
  /** Files without a content hash that never change under their names, relative to the folder. */
  readonly immutable?: readonly string[] | undefined
}

/** Creates the middleware. Unchanging files are cached for a year; others are revalidated. */
export function staticFiles(
  folder: string,
  base = '/',
  { immutable = [] }: StaticOptions = {},
): RequestHandler {
  const kept = new Set(immutable.map((name) => `/${name}`))
  // sirv's list of all files would fail at a dangling link, and never end in a circle.
  const dev = holdsLinks(folder)
  const isOpen = (path: string) => {
    const name = nameOf(path)
    if (name === undefined || isHidden(name)) return false
    // A file is no folder.
    if (name.endsWith('/') && !existsSync(join(folder, name))) return false
    return !dev || isAllWithin(folder, name)
  }
  const files = sirv(folder, {
    dev,
    etag: true,
    dotfiles: false,
    brotli: true,
    gzip: true,
    setHeaders(res, path) {
      res.setHeader('x-content-type-options', 'nosniff')
      if (path.endsWith('.txt')) res.setHeader('content-type', 'text/plain; charset=utf-8')
      res.setHeader(
        'cache-control',
        kept.has(path) || isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  return (req, res, next) => {
    const { url = '/' } = req
    const path = url.startsWith(base) ? url.slice(base.length - 1) : undefined
    if (path === undefined || !isOpen(path)) return next()
    const read = belowBase(req, path)
    const beyond = bytesBefore(read.headers.range, folder, path)
    if (beyond === undefined) return files(read, res, next)
    const headers = { 'content-range': `bytes */${beyond}` }
    send(req, res, refuse(416, `The file has ${beyond} bytes.`, headers))
  }
}

/** The file's size in bytes, if a range begins after its end; else undefined. */
function bytesBefore(range: string | undefined, folder: string, path: string): number | undefined {
  const start = PLAIN_RANGE.exec(range ?? '')?.[1]
  if (start === undefined) return undefined
  const stats = statSync(join(folder, nameOf(path) ?? ''), { throwIfNoEntry: false })
  return stats?.isFile() && Number(start) >= stats.size ? stats.size : undefined
}

const nameOf = (path: string): string | undefined => fileName(path.replace(/[?#].*/s, ''))

/** A copy of the request for sirv; the original stays unchanged. */
function belowBase(req: IncomingMessage, url: string): IncomingMessage {
  const { range, 'accept-encoding': encodings, ...headers } = req.headers
  const [, start, end] = PLAIN_RANGE.exec(range ?? '') ?? []
  const isPlain =
    start !== undefined && (end === '' || (Number(end) > 0 && Number(start) <= Number(end)))
  const isPart = isPlain && req.method === 'GET' && headers['if-range'] === undefined
  // Ranges are of the uncompressed file: parts of different encodings do not combine.
  const read = { ...headers, ...(isPart ? { range } : { 'accept-encoding': encodings }) }
  return Object.create(req, {
    url: { value: url },
    headers: { value: read },
    _parsedUrl: { value: undefined, writable: true },
  })
}
