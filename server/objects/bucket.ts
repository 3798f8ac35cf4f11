// Objects of an S3-compatible store (S3, R2, MinIO, Ceph), signed through the optional peer aws4fetch. In: keys below the
// prefix, bodies, conditions. Out: what is there, as values; what the store refuses is a BucketError.
// Each request has a deadline, over its whole body; none is tried again here. Nothing larger than asked for is read.
//
// A condition that does not hold is a value: another has written. RFC 9110: If-Match (13.1.1), If-None-Match (13.1.2).

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { type BucketPlace, escapeKey } from './bucket-url.ts'

/** The store did not do what it was asked to. */
export class BucketError extends Error {
  override name = 'BucketError'
  /** Whether it may do so when it is asked again: it was busy, or the connection broke. */
  readonly mayPass: boolean

  constructor(message: string, options: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(message, options)
    this.mayPass = options.mayPass ?? false
  }
}

/** An object. */
export interface BucketObject {
  readonly body: Buffer
  /** Names this content of the key; opaque. */
  readonly etag: string
}

/** What an object must be like for a request to do anything. */
export interface Condition {
  /** It must have this content. */
  readonly ifMatch?: string
  /** It must not be there. */
  readonly ifNew?: true
}

/** How long a request may take, in ms, and how much it may bring, in bytes. */
export interface Bounds {
  readonly timeout: number
  /** Default: 1 GiB. */
  readonly most?: number
}

/** See the head of this file. */
export interface Bucket {
  /** Undefined: there is none. */
  get(key: string, bounds: Bounds): Promise<BucketObject | undefined>
  /** Writes an object to a file. @returns Its etag; undefined: there is none. */
  download(key: string, path: string, bounds: Bounds): Promise<string | undefined>
  /** Its headers, names in lower case; undefined: there is none. */
  head(key: string, bounds: Bounds): Promise<Headers | undefined>
  /** @returns The etag; undefined where the condition does not hold, and nothing was written. */
  put(
    key: string,
    body: Buffer | Blob,
    headers: Readonly<Record<string, string>>,
    bounds: Bounds & Condition,
  ): Promise<string | undefined>
  /** Copies within the bucket, with the headers of the source and those that are given. */
  copy(
    from: string,
    to: string,
    headers: Readonly<Record<string, string>>,
    bounds: Bounds,
  ): Promise<void>
  delete(key: string, bounds: Bounds): Promise<void>
  /** The keys below a prefix, in their order. */
  list(prefix: string, bounds: Bounds): AsyncGenerator<string>
}

/** So much of an answer that says what is wrong is read. */
const MOST_SAID = 10_000

const MOST = 2 ** 30

/** Opens a bucket; asks it nothing. */
export function openBucket(place: BucketPlace): Bucket {
  const { base, bucket, prefix, region, credentials } = place
  // Without a token: one that it is made with is sent where later keys have none.
  const { accessKeyId, secretAccessKey } = credentials()
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, service: 's3', region, retries: 0 },
  })

  async function ask(
    method: string,
    at: string,
    { timeout, most = MOST }: Bounds,
    given: {
      headers?: Readonly<Record<string, string>>
      body?: Buffer | Blob
      expected: number[]
      into?: string
    },
  ) {
    const { headers = {}, body, expected, into } = given
    const what = `${method} ${at}`
    let answer: Response
    try {
      answer = await client.fetch(`${base}/${at}`, {
        // They may have been exchanged.
        aws: credentials(),
        method,
        headers,
        ...(body && { body: body instanceof Blob ? body : new Uint8Array(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      const isExpected = expected.includes(answer.status)
      if (into !== undefined && answer.status === 200 && answer.body) {
        const stream = Readable.fromWeb(answer.body as ReadableStream)
        await pipeline(stream, createWriteStream(into))
        return { status: 200, headers: answer.headers, body: Buffer.alloc(0) }
      }
      const found = await readAtMost(answer, isExpected ? most : MOST_SAID)
      if (!isExpected) {
        const [, code = ''] = /<Code>([\w.]{1,100})<\/Code>/.exec(String(found)) ?? []
        const { status } = answer
        const mayPass = status === 429 || status >= 500 || code === 'ExpiredToken'
        throw new BucketError(`${what} was answered ${status} ${code}`.trim(), { mayPass })
      }
      return { status: answer.status, headers: answer.headers, body: found }
    } catch (error) {
      if (error instanceof BucketError) throw error
      const { name, message, cause } = error as Error & {
        cause?: { code?: string; message?: string }
      }
      const why = name === 'TimeoutError' ? `no reply within ${timeout} ms` : undefined
      throw new BucketError(`${what}: ${why ?? cause?.code ?? cause?.message ?? message}`, {
        cause: error,
        mayPass: true,
      })
    }
  }

  const at = (key: string) => escapeKey(prefix + key)
  const etagOf = (headers: Headers) => headers.get('etag') ?? ''

  return {
    async get(key, bounds) {
      const { status, headers, body } = await ask('GET', at(key), bounds, { expected: [200, 404] })
      return status === 404 ? undefined : { body, etag: etagOf(headers) }
    },
    async download(key, path, bounds) {
      const { status, headers } = await ask('GET', at(key), bounds, {
        expected: [200, 404],
        into: path,
      })
      return status === 404 ? undefined : etagOf(headers)
    },
    async head(key, bounds) {
      const { status, headers } = await ask('HEAD', at(key), bounds, { expected: [200, 404] })
      return status === 404 ? undefined : headers
    },
    async put(key, body, headers, { ifMatch, ifNew, ...bounds }) {
      const condition = {
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(ifNew && { 'if-none-match': '*' }),
      }
      const isConditional = Object.keys(condition).length > 0
      const answer = await ask('PUT', at(key), bounds, {
        headers: { ...headers, ...condition },
        body,
        // 409: another writes at this moment. 404: what had to match is gone.
        expected: isConditional ? [200, 404, 409, 412] : [200],
      })
      return answer.status === 200 ? etagOf(answer.headers) : undefined
    },
    async copy(from, to, given, bounds) {
      const headers = { ...given, 'x-amz-copy-source': `/${bucket}/${at(from)}` }
      const { body } = await ask('PUT', at(to), bounds, { headers, expected: [200] })
      // A copy that fails on its way is answered 200.
      if (!body.includes('<CopyObjectResult'))
        throw new BucketError(`${from} could not be copied`, { mayPass: true })
    },
    async delete(key, bounds) {
      await ask('DELETE', at(key), bounds, { expected: [200, 204, 404] })
    },
    async *list(below, bounds) {
      let next: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          'encoding-type': 'url',
          prefix: prefix + below,
          ...(next !== undefined && { 'continuation-token': next }),
        })
        const { body } = await ask('GET', `?${query}`, bounds, { expected: [200] })
        const text = String(body)
        const isEscaped = text.includes('<EncodingType>url<')
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          yield (isEscaped ? unescapeKey(key) : plainText(key)).slice(prefix.length)
        const token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
        next = token && plainText(token)
      } while (next !== undefined)
    },
  }
}

const unescapeKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '))

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element of a store's answer. */
const plainText = (xml: string): string =>
  xml
    .replace(/&(lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll('&amp;', '&')

async function readAtMost(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = answer.body
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > most) throw new BucketError(`the answer is larger than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
