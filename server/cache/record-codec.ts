// Encodes a page as a record: JSON, compressed by Brotli. `shared-pages.ts` calls it.

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { type PreparedResponse, prepareResponse } from './response/prepared-response.ts'

/** JSON has no infinity. */
const LONGEST_AGE_MS = 365 * 86_400_000

/** Times in ms. */
export interface SharedPage {
  readonly response: PreparedResponse
  readonly maxAge: number
  readonly age: number
}

export interface PageRecord {
  readonly page: SharedPage
  readonly tags: readonly string[]
  /** The latest generation when its server rendered it. */
  readonly begun: number
}

/** @param most Bytes. */
export const recordCodec = (most: number) => ({
  write({ page: { response, maxAge, age }, tags, begun }: PageRecord): Promise<Buffer> {
    const { status, headers, lastModified, body } = response
    const times = { maxAge: Math.min(maxAge, LONGEST_AGE_MS), madeAt: Date.now() - age }
    const page = { status, headers, lastModified, body: body.toString() }
    const json = JSON.stringify({ ...page, ...times, tags, begun })
    return promisify(brotliCompress)(json, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })
  },
  /** @returns Undefined for other bytes. Never rejects. */
  async read(bytes: Buffer): Promise<PageRecord | undefined> {
    try {
      // Escapes may double a text.
      const json = await promisify(brotliDecompress)(bytes, { maxOutputLength: 2 * most })
      const { body, maxAge, madeAt, tags, begun, ...page } = JSON.parse(json.toString())
      if (!Array.isArray(tags)) return undefined
      const response = prepareResponse({ ...page, body: Buffer.from(body) })
      // Servers share no other clock.
      const age = Math.max(0, Date.now() - madeAt)
      return { page: { response, maxAge, age }, tags, begun }
    } catch {
      return undefined
    }
  },
})

export type RecordCodec = ReturnType<typeof recordCodec>
