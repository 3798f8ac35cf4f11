// An answer that may be given again: its bytes once, their encodings when they are first asked for.
// In: status, headers and body. Out: what a given request is answered, with the entity tag of the
// encoding, without a body for HEAD, or 304 when the client has it.
//
// RFC 9110 sections 8.8.3 (tags differ by encoding), 13.1 and 13.2 (conditional requests)

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { acceptedCoding, type Coding } from './accept-encoding.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { HandlerRequest, HandlerResponse } from './types.ts'

/** An answer to keep. */
export interface PreparedResponse {
  readonly status: number
  /** Without those that differ by encoding or by age. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** When the content changed last, as ms of the Unix clock, if it is known. */
  readonly lastModified?: number | undefined
  /** How many bytes of memory it takes, all encodings together. */
  readonly bytes: number
  /** Answers a request, at once unless it is to be encoded first; `cacheControl` is the header's value for its age. */
  answer(request: HandlerRequest, cacheControl: string): MaybePromise<HandlerResponse>
}

interface Variant {
  readonly body: Buffer
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
  /** The headers of 304: what a client may have to change of what it has (15.4.5), and what is on every answer. */
  readonly known: Readonly<Record<string, string>>
  /** Those that were given last. */
  answers?: Answers
}

/** All answers of a variant that there are while its age is written in these words. */
interface Answers {
  readonly cacheControl: string
  readonly whole: HandlerResponse
  readonly head: HandlerResponse
  readonly known: HandlerResponse
}

// Of a cache between they replace those it has: the tags of a page may change without it.
const TAGS = ['cache-tag', 'surrogate-key']
const ON_KNOWN = ['etag', 'vary', 'last-modified', 'x-content-type-options', ...TAGS]

/** Shorter bodies are not worth an encoding. */
const LEAST_ENCODED = 860

/** What headers, maps and closures of an entry take, roughly. */
const OVERHEAD = 2048

const NOTHING = Buffer.alloc(0)

const COMPRESS: Readonly<Record<'br' | 'gzip', (body: Buffer) => Promise<Buffer>>> = {
  // Level 5 takes as long as gzip's 6 and is smaller; the higher ones take ten times as long.
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

/** Makes an entry. Only one of status 200 has a tag: preconditions count for no other (13.2.1). */
export function prepareResponse({
  status,
  headers,
  body,
  lastModified,
}: Pick<PreparedResponse, 'status' | 'headers' | 'body' | 'lastModified'>): PreparedResponse {
  const hash = status === 200 ? hashOf(body) : undefined
  const variants: Partial<Record<Coding, MaybePromise<Variant>>> = {}
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

  function choose(request: HandlerRequest): MaybePromise<Variant> {
    const coding =
      body.length < LEAST_ENCODED ? 'identity' : acceptedCoding(header(request, 'accept-encoding'))
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
    answer: (request, cacheControl) =>
      andThen(choose(request), (variant) => {
        const answers = answersOf(variant, cacheControl)
        if (variant.tag && isKnown(request, variant.tag, lastModified)) return answers.known
        return request.method === 'HEAD' ? answers.head : answers.whole
      }),
  }
}

const hashOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 27)

function header({ headers }: HandlerRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

/** Whether the client has this already. If-None-Match wins over If-Modified-Since. */
function isKnown(request: HandlerRequest, tag: string, lastModified: number | undefined): boolean {
  const tags = header(request, 'if-none-match')
  if (tags !== undefined) return tags === tag || hasTag(tags, tag)
  const since = lastModified === undefined ? undefined : header(request, 'if-modified-since')
  // A header of whole seconds cannot say more.
  return (
    since !== undefined && Math.floor((lastModified as number) / 1000) * 1000 <= Date.parse(since)
  )
}

/** Weak comparison with a list; a list that is none holds nothing from where it goes wrong. */
function hasTag(list: string, tag: string): boolean {
  if (list.trim() === '*') return true
  const item = /[\s,]*(?:W\/)?("[^"]*")\s*(?=,|$)/y
  for (let found = item.exec(list); found !== null; found = item.exec(list)) {
    if (found[1] === tag) return true
  }
  return false
}
