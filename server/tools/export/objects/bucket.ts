// Reads and writes objects of an S3-compatible store (S3, R2, MinIO, Ceph), signed by the optional
// peer aws4fetch. A failed condition is a value: another client has written. A deadline covers
// request and body. No retries here. RFC 9110: If-Match (13.1.1), If-None-Match (13.1.2).

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { type BucketPlace, escapeKey } from './bucket-url.ts'

/** The store refused or failed. */
export class BucketError extends Error {
  override name = 'BucketError'
  /** Whether a retry may work: the store was busy, or the connection broke. */
  readonly mayPass: boolean

  constructor(message: string, options: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(message, options)
    this.mayPass = options.mayPass ?? false
  }
}

export interface BucketObject {
  readonly body: Buffer
  /** Identifies this content of the key; opaque. */
  readonly etag: string
}

export interface Condition {
  readonly ifMatch?: string
  readonly ifNew?: true
}

/** Limits of a request: ms, and bytes of the response. */
export interface Bounds {
  readonly timeout: number
  /** Default: 1 GiB. */
  readonly most?: number
}

export interface Bucket {
  /** Undefined when it does not exist. */
  get(key: string, bounds: Bounds): Promise<BucketObject | undefined>
  /** Writes an object to a file. @returns Its etag; undefined when it does not exist. */
  download(key: string, path: string, bounds: Bounds): Promise<string | undefined>
  /** Its headers, names in lower case; undefined when it does not exist. */
  head(key: string, bounds: Bounds): Promise<Headers | undefined>
  /** @returns The etag; undefined when the condition failed and nothing was written. */
  put(
    key: string,
    body: Buffer | Blob,
    headers: Readonly<Record<string, string>>,
    bounds: Bounds & Condition,
  ): Promise<string | undefined>
  /** Copies within the bucket, with the source's headers and the given ones. */
  copy(
    from: string,
    to: string,
    headers: Readonly<Record<string, string>>,
    bounds: Bounds,
  ): Promise<void>
  delete(key: string, bounds: Bounds): Promise<void>
  /** The keys with a prefix, sorted. */
  list(prefix: string, bounds: Bounds): AsyncGenerator<string>
}

/** Most bytes read of an error response. */
const MOST_SAID = 10_000

const MOST = 2 ** 30

/** A request to the store. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | Blob
  /** The statuses that are no fault. */
  readonly expected: readonly number[]
  /** The file that takes the body. */
  readonly into?: string
}

/** Opens a bucket without a request. */
export function openBucket(place: BucketPlace): Bucket {
  const { bucket, prefix, region, credentials } = place
  // Without the token: aws4fetch would send it even when later keys have none.
  const { accessKeyId, secretAccessKey } = credentials()
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, service: 's3', region, retries: 0 },
  })

  const send = (method: string, at: string, bounds: Bounds, given: Sent) =>
    sendRequest(client, place, method, at, bounds, given)
  const at = (key: string) => escapeKey(prefix + key)
  const etagOf = (headers: Headers) => headers.get('etag') ?? ''

  return {
    async get(key, bounds) {
      const { status, headers, body } = await send('GET', at(key), bounds, {
        expected: [200, 404],
      })
      return status === 404 ? undefined : { body, etag: etagOf(headers) }
    },
    async download(key, path, bounds) {
      const { status, headers } = await send('GET', at(key), bounds, {
        expected: [200, 404],
        into: path,
      })
      return status === 404 ? undefined : etagOf(headers)
    },
    async head(key, bounds) {
      const { status, headers } = await send('HEAD', at(key), bounds, {
        expected: [200, 404],
      })
      return status === 404 ? undefined : headers
    },
    async put(key, body, headers, { ifMatch, ifNew, ...bounds }) {
      const condition = {
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(ifNew && { 'if-none-match': '*' }),
      }
      const isConditional = Object.keys(condition).length > 0
      const answer = await send('PUT', at(key), bounds, {
        headers: { ...headers, ...condition },
        body,
        // 409: another client writes at this moment. 404: the object that had to match is gone.
        expected: isConditional ? [200, 404, 409, 412] : [200],
      })
      return answer.status === 200 ? etagOf(answer.headers) : undefined
    },
    async copy(from, to, given, bounds) {
      const headers = { ...given, 'x-amz-copy-source': `/${bucket}/${at(from)}` }
      const { body } = await send('PUT', at(to), bounds, { headers, expected: [200] })
      // A copy that fails midway still has status 200.
      if (!body.includes('<CopyObjectResult'))
        throw new BucketError(`${from} could not be copied`, { mayPass: true })
    },
    async delete(key, bounds) {
      await send('DELETE', at(key), bounds, { expected: [200, 204, 404] })
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
        const { body } = await send('GET', `?${query}`, bounds, { expected: [200] })
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

async function sendRequest(
  client: AwsClient,
  { base, credentials }: BucketPlace,
  method: string,
  at: string,
  { timeout, most = MOST }: Bounds,
  given: Sent,
) {
  const { headers = {}, body, expected, into } = given
  const what = `${method} ${at}`
  let answer: Response
  try {
    answer = await client.fetch(`${base}/${at}`, {
      // The keys may have been renewed.
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

const unescapeKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '))

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" }

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
