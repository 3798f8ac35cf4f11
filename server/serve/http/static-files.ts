// Serves the files of a folder: whole or as a range, precompressed if the build did so.
// RFC 9110, 13.1.5 (If-Range) and 14 (ranges)

import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import {
  acceptedCodings,
  CHANGED,
  type Coding,
  failedPrecondition,
} from '../../cache/response/http-semantics.ts'
import { COMMON, textResponse } from '../../cache/response/http-values.ts'
import { namedFile, type PublicFile, publicFile, typeOf } from '../../site/public-files.ts'
import { begin, type OnError, send, warnOfError } from './node-adapter.ts'
import { splitTarget } from './request-target.ts'
import { folderResponse } from './responses.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

export interface StaticOptions {
  /** Files that never change, relative to the folder. Default: by a content hash in the name. */
  readonly immutable?: ReadonlySet<string> | undefined
  readonly followLinks?: boolean | undefined
  /** When a response is cut off. Default: a line on standard error. */
  readonly onError?: OnError
}

/** Unchanging files are cached for a year. */
export function staticFiles(
  folder: string,
  base = '/',
  { immutable, followLinks = false, onError = warnOfError }: StaticOptions = {},
): RequestHandler {
  const isLasting = (name: string) => immutable?.has(name) ?? hasContentHash(name)
  return (req, res, next) => {
    const { path = '', query = '' } = splitTarget(req.url ?? '/') ?? {}
    // Relative addresses of its page would miss the folder.
    const toFolder = () => send(req, res, folderResponse(path, query))
    if (!`${path}/`.startsWith(base)) return next()
    const answer = async () => {
      const file = await publicFile(folder, path.slice(base.length), followLinks)
      if (file === undefined) return next()
      if (file.isFolder || path.length < base.length) return toFolder()
      await sendFile(req, res, {
        file,
        compressed: (ending) => namedFile(folder, file.name + ending, followLinks),
        cacheControl: isLasting(file.name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    }
    answer().catch((error: unknown) => {
      onError(error)
      res.destroy()
    })
  }
}

const ENDINGS: Readonly<Record<Exclude<Coding, 'identity'>, string>> = { br: '.br', gzip: '.gz' }

interface ServedAsset {
  readonly file: PublicFile
  /** Finds the file that the build compressed. */
  readonly compressed: (ending: string) => Promise<PublicFile | undefined>
  readonly cacheControl: string
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, compressed, cacheControl }: ServedAsset,
): Promise<void> {
  let chosen = file
  let coding: Coding = 'identity'
  // Parts of different encodings do not combine.
  const range = rangeOf(req, file)
  for (const accepted of range ? [] : acceptedCodings(req.headers['accept-encoding'])) {
    const encoded = accepted === 'identity' ? file : await compressed(ENDINGS[accepted])
    if (encoded === undefined) continue
    chosen = encoded
    coding = accepted
    break
  }
  const { size, mtimeMs } = chosen.stats
  const tag = tagOf(chosen)
  const failed = failedPrecondition(req, { tag, lastModified: mtimeMs })
  if (failed === 412) return send(req, res, CHANGED)
  if (range && range.start >= size)
    return send(
      req,
      res,
      textResponse(416, `The file has ${size} bytes.`, { 'content-range': `bytes */${size}` }),
    )
  const { start = 0, end = size - 1 } = range ?? {}
  const last = Math.min(end, size - 1)
  const status = failed ?? (range ? 206 : 200)
  begin(req, res, status, {
    ...COMMON,
    'cache-control': cacheControl,
    etag: tag,
    'last-modified': new Date(mtimeMs).toUTCString(),
    vary: 'Accept-Encoding',
    ...(status !== 304 && {
      'content-type': typeOf(file.name),
      'content-length': String(last - start + 1),
      'accept-ranges': 'bytes',
    }),
    ...(status === 206 && { 'content-range': `bytes ${start}-${last}/${size}` }),
    ...(coding !== 'identity' && { 'content-encoding': coding }),
  })
  if (status === 304 || req.method === 'HEAD' || size === 0) res.end()
  else pipeline(createReadStream(chosen.path, { start, end: last }), res, () => undefined)
}

const tagOf = ({ path, stats }: PublicFile): string =>
  `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${/\.(?:br|gz)$/.exec(path)?.[0] ?? ''}"`

/** @returns Undefined for the whole file. */
function rangeOf(
  { method, headers }: IncomingMessage,
  file: PublicFile,
): { readonly start: number; readonly end?: number } | undefined {
  const { size, mtimeMs } = file.stats
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || first + last === '' || (first && last && +last < +first)) return undefined
  const since = headers['if-range']
  const isSame =
    since === undefined ||
    since === tagOf(file) ||
    Date.parse(String(since)) === Math.floor(mtimeMs / 1000) * 1000
  if (!isSame) return undefined
  if (first === '') return { start: Math.max(0, size - +last) }
  return { start: +first, ...(last && { end: +last }) }
}

/** The content hashes of bundlers, with how often their kind of character changes at least. */
const HASHES: readonly (readonly [pattern: RegExp, least: number])[] = [
  // webpack: hexadecimal
  [/^[\da-f]{16,64}$/, 2],
  [/^[\da-f]{8,15}$/, 3],
  // esbuild: base 32
  [/^(?=.*\d[A-Z])[A-Z2-7]{8}$/, 1],
  // Rollup and Vite: base 64
  [/^(?=.*\d)[\w-]{8}$/, 4],
]

/** Words and versions change their kind of character less often than hashes. */
function hasContentHash(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const segments = name.matchAll(/(?=[.-]([\da-f]{9,64}|[\w-]{8})\.)/g)
  return [...segments].some(([, segment = '']) => {
    const changes = segment.match(CHANGE)?.length ?? 0
    return HASHES.some(([hash, least]) => hash.test(segment) && changes >= least)
  })
}

const CHANGE = /[a-z](?=[^a-z])|[A-Z](?=[^A-Z])|\d(?=\D)|[_-](?=[^_-])/g
