// Encodes a page as the bytes of a record: JSON, compressed by Brotli. `shared-pages.ts` calls it.

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { type PreparedResponse, prepareResponse } from './response/prepared-response.ts'

/** A record is fresh for a year at most: JSON has no infinity. */
const LONGEST_AGE_MS = 365 * 86_400_000

/** A page that servers share. Times are in ms. */
export interface SharedPage {
  readonly response: PreparedResponse
  readonly maxAge: number
  readonly age: number
}

export interface PageRecord {
  readonly page: SharedPage
  readonly tags: readonly string[]
  /** The last generation that its server knew when it rendered the page. */
  readonly begun: number
}

export interface RecordCodec {
  write(record: PageRecord): Promise<Buffer>
  /** Undefined for bytes that are no record. Never rejects. */
  read(bytes: Buffer): Promise<PageRecord | undefined>
}

/** @param most Most bytes of a page. */
export const recordCodec = (most: number): RecordCodec => ({
  write({ page: { response, maxAge, age }, tags, begun }) {
    const { status, headers, lastModified, body } = response
    const times = { maxAge: Math.min(maxAge, LONGEST_AGE_MS), madeAt: Date.now() - age }
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
      const response = prepareResponse({ ...page, body: Buffer.from(body) })
      // The date is the only clock that servers share.
      const age = Math.max(0, Date.now() - madeAt)
      return { page: { response, maxAge, age }, tags, begun }
    } catch {
      return undefined
    }
  },
})
