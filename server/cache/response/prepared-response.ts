// Prepares a response for reuse: encodes its bytes on first demand, and answers requests, also with
// 304. Every cache entry has one.
// RFC 9110, 8.8.3 (tags differ by encoding)

import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { contentHash } from '../../diagnostics/runtime/hash.ts'
import { acceptedCodings, CHANGED, type Coding, failedPrecondition } from './http-semantics.ts'
import type { HandlerRequest, HandlerResponse } from './http-values.ts'

interface Content {
  readonly status: number
  /** Headers of every encoding and age. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Last change of the content, in Unix ms. */
  readonly lastModified?: number | undefined
}

interface Variant {
  readonly body: Buffer
  /** Entity tag; `''` for none. */
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
  /** Headers of 304 (15.4.5). */
  readonly notModified: Readonly<Record<string, string>>
  answers?: Answers
}

/** The answers with one `Cache-Control` value. */
interface Answers {
  readonly cacheControl: string
  readonly whole: HandlerResponse
  readonly head: HandlerResponse
  readonly notModified: HandlerResponse
}

// A page's tags may change while its content stays.
const TAGS = ['cache-tag', 'surrogate-key']
const OF_NOT_MODIFIED = ['etag', 'vary', 'last-modified', 'x-content-type-options', ...TAGS]

/** Shorter bodies are not encoded. */
const LEAST_ENCODED_BYTES = 860

/** The size of an entry's headers, maps and objects. */
const OVERHEAD_BYTES = 2048

const NOTHING = Buffer.alloc(0)

const COMPRESS: Readonly<Record<'br' | 'gzip', (body: Buffer) => Promise<Buffer>>> = {
  // Level 5 is as fast as gzip's 6, and smaller. Higher levels take ten times as long.
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

export const prepareResponse = (content: Content): PreparedResponse => new PreparedResponse(content)

export class PreparedResponse implements Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly lastModified: number | undefined
  /** Undefined for other statuses than 200: preconditions do not apply to them (13.2.1). */
  readonly #hash: string | undefined
  readonly #variants: Partial<Record<Coding, Variant | Promise<Variant>>> = {}
  #bytes: number

  constructor({ status, headers, body, lastModified }: Content) {
    this.status = status
    this.headers = headers
    this.body = body
    this.lastModified = lastModified
    this.#hash = status === 200 ? contentHash(body).slice(0, 27) : undefined
    this.#bytes = OVERHEAD_BYTES + body.length
  }

  /** The size in memory, with all encodings. */
  get bytes(): number {
    return this.#bytes
  }

  /** @param cacheControl The header for the response's age. */
  async answer(request: HandlerRequest, cacheControl: string): Promise<HandlerResponse> {
    const variant = await this.#chosen(request)
    const { tag } = variant
    const { lastModified } = this
    const failed = tag === '' ? undefined : failedPrecondition(request, { tag, lastModified })
    const isHead = request.method === 'HEAD'
    if (failed === 412) return isHead ? { ...CHANGED, body: NOTHING } : CHANGED
    const answers = answersOf(this.status, variant, cacheControl)
    return failed === 304 ? answers.notModified : isHead ? answers.head : answers.whole
  }

  #chosen({ headers }: HandlerRequest): Variant | Promise<Variant> {
    const coding =
      this.body.length < LEAST_ENCODED_BYTES
        ? 'identity'
        : acceptedCodings(headers['accept-encoding'])[0]
    const prepared = this.#variants[coding]
    if (prepared !== undefined) return prepared
    const variant =
      coding === 'identity' ? variantOf(this, this.#hash, coding, this.body) : this.#encode(coding)
    this.#variants[coding] = variant
    return variant
  }

  async #encode(coding: 'br' | 'gzip'): Promise<Variant> {
    const encoded = await COMPRESS[coding](this.body)
    this.#bytes += encoded.length
    const variant = variantOf(this, this.#hash, coding, encoded)
    this.#variants[coding] = variant
    return variant
  }
}

function variantOf(
  { headers, body, lastModified }: Content,
  hash: string | undefined,
  coding: Coding,
  encoded: Buffer,
): Variant {
  const tag = hash === undefined ? '' : `"${hash}${SUFFIX[coding]}"`
  const whole: Record<string, string> = {
    ...headers,
    ...(body.length > 0
      ? { vary: [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ') }
      : {}),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    ...(tag ? { etag: tag } : {}),
    ...(lastModified === undefined
      ? {}
      : { 'last-modified': new Date(lastModified).toUTCString() }),
    'content-length': String(encoded.length),
  }
  const notModified = Object.entries(whole).filter(([name]) => OF_NOT_MODIFIED.includes(name))
  return { body: encoded, tag, headers: whole, notModified: Object.fromEntries(notModified) }
}

function answersOf(status: number, variant: Variant, cacheControl: string): Answers {
  if (variant.answers?.cacheControl === cacheControl) return variant.answers
  const headers = { ...variant.headers, 'cache-control': cacheControl }
  const whole = { status, headers, body: variant.body }
  const notModified = {
    status: 304,
    headers: { ...variant.notModified, 'cache-control': cacheControl },
    body: NOTHING,
  }
  variant.answers = { cacheControl, whole, head: { ...whole, body: NOTHING }, notModified }
  return variant.answers
}
