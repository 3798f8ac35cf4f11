// The files of the built app, by sirv. In: requests of anyone for files below a base. Out: the file, whole or the range that
// was asked for, compressed where the build has left it so; everything else goes on.
// sirv reads two kinds of ranges as others than they are, and knows no If-Range: those get the whole file, as HTTP allows.

import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { fileName } from '../site/file-name.ts'
import { holdsLinks, isAllWithin, isHidden } from './public-files.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const PLAIN_RANGE = /^bytes=(\d+)-(\d*)$/

/**
 * Makes the middleware. Files below `assets/` have names that change with their content, and are kept for a year.
 *
 * @param followLinks Whether symbolic links may lead out of the folder.
 */
export function staticFiles(folder: string, base = '/', followLinks = false): RequestHandler {
  // A list of all files, which is made once, would end at a link to nothing, and go on for ever in a circle.
  const dev = holdsLinks(folder)
  const isOpen = (path: string) => {
    const name = fileName(path.replace(/[?#].*/s, ''))
    if (name === undefined || isHidden(name)) return false
    return !dev || followLinks || isAllWithin(folder, name)
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
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  return (req, res, next) => {
    const { url = '/' } = req
    const path = url.startsWith(base) ? url.slice(base.length - 1) : undefined
    if (path !== undefined && isOpen(path)) files(belowBase(req, path), res, next)
    else next()
  }
}

/** The request as sirv is to read it; the one that others read stays as it is. */
function belowBase(req: IncomingMessage, url: string): IncomingMessage {
  const { range, 'accept-encoding': encodings, ...headers } = req.headers
  const [, start, end] = PLAIN_RANGE.exec(range ?? '') ?? []
  const isPlain =
    start !== undefined && (end === '' || (Number(end) > 0 && Number(start) <= Number(end)))
  const isPart = isPlain && req.method === 'GET' && headers['if-range'] === undefined
  // A part is of the file as it is: nobody puts together what was compressed in two ways.
  const read = { ...headers, ...(isPart ? { range } : { 'accept-encoding': encodings }) }
  return Object.create(req, {
    url: { value: url },
    headers: { value: read },
    _parsedUrl: { value: undefined, writable: true },
  })
}
