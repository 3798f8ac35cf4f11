// Prepares an answer for reuse: stores its bytes once and encodes them on first demand. Answers
// each request with the encoding's entity tag, without a body for HEAD, or with 304.
// RFC 9110 section 8.8.3 (tags differ by encoding)

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { HandlerRequest, HandlerResponse } from './http-values.ts'
import { acceptedCodings, type Coding } from './negotiation.ts'
import { CHANGED, failedPrecondition } from './preconditions.ts'

export interface PreparedResponse {
  readonly status: number
  /** Without headers that depend on the encoding or age. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Time of the last content change, in ms of the Unix clock, if known. */
  readonly lastModified?: number | undefined
  /** Its size in memory in bytes, with all encodings. */
  readonly bytes: number
  /** Answers a request; `cacheControl` is the header's value for its age. */
  answer(request: HandlerRequest, cacheControl: string): Promise<HandlerResponse>
}

interface Variant {
  readonly body: Buffer
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
  /** The headers of 304: those that update the client's copy (15.4.5), and the common ones. */
  readonly known: Readonly<Record<string, string>>
  answers?: Answers
}

/** All answers of a variant for one `Cache-Control` value. */
interface Answers {
  readonly cacheControl: string
  readonly whole: HandlerResponse
  readonly head: HandlerResponse
  readonly known: HandlerResponse
}

// A 304 updates them in caches: a page's tags may change without it.
const TAGS = ['cache-tag', 'surrogate-key']
const ON_KNOWN = ['etag', 'vary', 'last-modified', 'x-content-type-options', ...TAGS]

/** Bytes. Shorter bodies are not worth an encoding. */
const LEAST_ENCODED = 860

/** Approximate bytes of an entry's headers, maps and closures. */
const OVERHEAD = 2048

const NOTHING = Buffer.alloc(0)

const COMPRESS: Readonly<Record<'br' | 'gzip', (body: Buffer) => Promise<Buffer>>> = {
  // Level 5 takes as long as gzip's 6 and is smaller; higher levels take ten times as long.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: 5,
        [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}

const SUFFIX: Readonly<Record<Coding, string>> = { br: '-br', gzip: '-gz', identity: '' }

/** Creates an entry. Only status 200 has a tag: preconditions apply to no other (13.2.1). */
export function prepareResponse({
  status,
  headers,
  body,
  lastModified,
}: Pick<PreparedResponse, 'status' | 'headers' | 'body' | 'lastModified'>): PreparedResponse {
  const hash = status === 200 ? hashOf(body) : undefined
  const variants: Partial<Record<Coding, Variant | Promise<Variant>>> = {}
  let bytes = OVERHEAD + body.length

  function variantOf(coding: Coding, content: Buffer): Variant {
    const tag = hash === undefined ? '' : `"${hash}${SUFFIX[coding]}"`
    const all: Record<string, string> = {
      ...headers,
      ...(body.length > 0
        ? { vary: [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ') }
        : {}),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      ...(tag ? { etag: tag } : {}),
      ...(lastModified === undefined
        ? {}
        : { 'last-modified': new Date(lastModified).toUTCString() }),
      'content-length': String(content.length),
    }
    const known = Object.entries(all).filter(([name]) => ON_KNOWN.includes(name))
    return { body: content, tag, headers: all, known: Object.fromEntries(known) }
  }

  function answersOf(variant: Variant, cacheControl: string): Answers {
    if (variant.answers?.cacheControl === cacheControl) return variant.answers
    const headers = { ...variant.headers, 'cache-control': cacheControl }
    const whole = { status, headers, body: variant.body }
    const known = {
      status: 304,
      headers: { ...variant.known, 'cache-control': cacheControl },
      body: NOTHING,
    }
    variant.answers = { cacheControl, whole, head: { ...whole, body: NOTHING }, known }
    return variant.answers
  }

  async function encode(coding: 'br' | 'gzip'): Promise<Variant> {
    const content = await COMPRESS[coding](body)
    bytes += content.length
    const variant = variantOf(coding, content)
    variants[coding] = variant
    return variant
  }

  function choose(request: HandlerRequest): Variant | Promise<Variant> {
    const coding =
      body.length < LEAST_ENCODED
        ? 'identity'
        : acceptedCodings(request.headers['accept-encoding'])[0]
    const known = variants[coding]
    if (known !== undefined) return known
    const made = coding === 'identity' ? variantOf(coding, body) : encode(coding)
    variants[coding] = made
    return made
  }

  return {
    status,
    headers,
    body,
    lastModified,
    get bytes() {
      return bytes
    },
    async answer(request, cacheControl) {
      const variant = await choose(request)
      const { tag } = variant
      const failed = tag === '' ? undefined : failedPrecondition(request, { tag, lastModified })
      const isHead = request.method === 'HEAD'
      if (failed === 412) return isHead ? { ...CHANGED, body: NOTHING } : CHANGED
      const answers = answersOf(variant, cacheControl)
      return failed === 304 ? answers.known : isHead ? answers.head : answers.whole
    },
  }
}

const hashOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 27)
