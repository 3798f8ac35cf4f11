// Encodes a page as the bytes of a record: JSON, compressed by Brotli.

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { type PreparedResponse, prepareResponse } from './response/prepared-response.ts'

/** A record is fresh for at most a year, in ms: JSON has no infinity. */
const LONGEST_AGE = 365 * 86_400_000

export interface Stored {
  readonly entry: PreparedResponse
  /** ms */
  readonly maxAge: number
  /** ms */
  readonly age: number
}

export interface PageRecord {
  readonly page: Stored
  readonly tags: readonly string[]
  /** The last generation known to the server that rendered it, all of which it is newer than. */
  readonly begun: number
}

export interface RecordCodec {
  write(record: PageRecord): Promise<Buffer>
  /** Undefined for bytes that are no record. Never rejects. */
  read(bytes: Buffer): Promise<PageRecord | undefined>
}

/** @param most Most bytes of a page. */
export const recordCodec = (most: number): RecordCodec => ({
  write({ page: { entry, maxAge, age }, tags, begun }) {
    const { status, headers, lastModified, body } = entry
    const times = { maxAge: Math.min(maxAge, LONGEST_AGE), madeAt: Date.now() - age }
    const page = { status, headers, lastModified, body: body.toString() }
    const text = JSON.stringify({ ...page, ...times, tags, begun })
    return promisify(brotliCompress)(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })
  },
  async read(bytes) {
    try {
      // Escapes of JSON may double a text.
      const text = await promisify(brotliDecompress)(bytes, { maxOutputLength: 2 * most })
      const { body, maxAge, madeAt, tags, begun, ...page } = JSON.parse(text.toString())
      if (!Array.isArray(tags)) return undefined
      const entry = prepareResponse({ ...page, body: Buffer.from(body) })
      // Servers share no other clock than that of the date.
      const age = Math.max(0, Date.now() - madeAt)
      return { page: { entry, maxAge, age }, tags, begun }
    } catch {
      return undefined
    }
  },
})
