// Encodes a page as bytes for a tier; decodes untrusted bytes, or returns undefined if they are
// invalid or of another address or scope. A record holds only headers that vary by page.
//   8 bytes  "hashbang"        32 bytes  SHA-256 of the rest
//   4 bytes  length of the head   the head, JSON   the body, Brotli

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { storedResponse } from '../http/responses.ts'
import type { CacheKey } from './cache-key.ts'
import type { Stored } from './tier.ts'

const MAGIC = Buffer.from('hashbang')
const SUM_BYTES = 32
const HEAD_AT = MAGIC.length + SUM_BYTES + 4

/** A record is fresh for at most a year, in ms. */
const LONGEST_AGE = 365 * 86_400_000

export interface RecordOptions {
  /** Identifies the build and its settings. Records of another scope are ignored. */
  readonly scope: string
  readonly most: number
}

export type RecordCodec = ReturnType<typeof recordCodec>

export interface ReadRecord {
  readonly page: Stored
  readonly generation: string
}

interface Head {
  readonly key: string
  readonly scope: string
  readonly generation: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly lastModified?: number | undefined
  readonly bytes: number
  /** ms */
  readonly maxAge: number
  /** Unix ms: the only clock that servers share. */
  readonly madeAt: number
}

export function recordCodec({ scope, most }: RecordOptions) {
  return {
    /** @param generation The tier's generation from before the render. */
    async write(
      address: CacheKey,
      { entry, maxAge, age }: Stored,
      generation: string,
    ): Promise<Buffer> {
      const { status, headers, lastModified, body } = entry
      const head: Head = {
        key: address.key,
        scope,
        generation,
        status,
        headers,
        lastModified,
        bytes: body.length,
        maxAge: Math.min(maxAge, LONGEST_AGE),
        madeAt: Date.now() - age,
      }
      const text = Buffer.from(JSON.stringify(head))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(text.length)
      const packed = await promisify(brotliCompress)(body, {
        params: { [zlib.BROTLI_PARAM_QUALITY]: 4 },
      })
      return Buffer.concat([MAGIC, sumOf(length, text, packed), length, text, packed])
    },
    /** Never rejects. */
    async read(address: CacheKey, record: Buffer): Promise<ReadRecord | undefined> {
      try {
        if (record.length < HEAD_AT || !record.subarray(0, MAGIC.length).equals(MAGIC)) return
        const sum = record.subarray(MAGIC.length, MAGIC.length + SUM_BYTES)
        const rest = record.subarray(MAGIC.length + SUM_BYTES)
        if (!sum.equals(sumOf(rest))) return
        const bodyAt = HEAD_AT + rest.readUInt32BE()
        if (bodyAt > record.length) return
        const head: unknown = JSON.parse(record.toString('utf8', HEAD_AT, bodyAt))
        if (!isHead(head) || head.key !== address.key || head.scope !== scope) return
        const { status, headers, lastModified, maxAge, madeAt, bytes, generation } = head
        if (bytes > most) return
        const body = await promisify(brotliDecompress)(record.subarray(bodyAt), {
          maxOutputLength: Math.max(1, bytes),
        })
        if (body.length !== bytes) return
        const { live, markdown } = address
        const entry = storedResponse({ status, headers, body, lastModified, live, markdown })
        const age = Math.max(0, Date.now() - madeAt)
        return entry && { page: { entry, maxAge, age }, generation }
      } catch {
        return undefined
      }
    },
  }
}

function sumOf(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

/** Range of a JavaScript date around 1970, in ms. */
const DATES = 8.64e15

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false
  const head = value as Readonly<Record<string, unknown>>
  const { headers, lastModified } = head
  return (
    isText(head.key) &&
    isText(head.scope) &&
    isText(head.generation) &&
    isNumber(head.status, 200, 399) &&
    isNumber(head.bytes, 0, Number.MAX_SAFE_INTEGER) &&
    isNumber(head.maxAge, 0, LONGEST_AGE) &&
    isNumber(head.madeAt, 0, DATES) &&
    (lastModified === undefined || isNumber(lastModified, -DATES, DATES)) &&
    typeof headers === 'object' &&
    headers !== null &&
    !Array.isArray(headers) &&
    Object.values(headers).every(isText)
  )
}
