// A page as bytes, for a tier beyond this process: it says itself what it is of and whether it is whole.
// In: an address, a build, a page; or bytes of anyone. Out: bytes; or a page, or undefined when the bytes
// are of another page or build, are damaged, or would inflate to more than a page may have.
//
//   8 bytes  "hashbang"        32 bytes  SHA-256 of all that follows
//   4 bytes  length of the head   the head, JSON   the body, Brotli

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { createEntry } from './entry.ts'
import type { Address, Stored } from './tier.ts'

const MAGIC = Buffer.from('hashbang')
const SUM_BYTES = 32
const HEAD_AT = MAGIC.length + SUM_BYTES + 4

interface Head {
  readonly key: string
  readonly build: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly lastModified?: number | undefined
  readonly bytes: number
  /** ms */
  readonly maxAge: number
  /** ms of the Unix clock: the only one that machines share. */
  readonly madeAt: number
}

/** Writes a record. */
export async function writeRecord(
  { key }: Address,
  build: string,
  { entry, maxAge, age }: Stored,
): Promise<Buffer> {
  const { status, headers, lastModified, body } = entry
  const madeAt = Date.now() - age
  const head = { key, build, status, headers, lastModified, bytes: body.length, maxAge, madeAt }
  const text = Buffer.from(JSON.stringify(head satisfies Head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const packed = await promisify(brotliCompress)(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: 4 },
  })
  const sum = sumOf(length, text, packed)
  return Buffer.concat([MAGIC, sum, length, text, packed])
}

/** Reads a record. Never rejects. @param most How many bytes a page may have. */
export async function readRecord(
  { key }: Address,
  build: string,
  record: Buffer,
  most: number,
): Promise<Stored | undefined> {
  try {
    if (!record.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
    const rest = record.subarray(MAGIC.length + SUM_BYTES)
    if (!sumOf(rest).equals(record.subarray(MAGIC.length, MAGIC.length + SUM_BYTES)))
      return undefined
    const bodyAt = HEAD_AT + rest.readUInt32BE()
    const head = JSON.parse(record.toString('utf8', HEAD_AT, bodyAt)) as Head
    if (head.key !== key || head.build !== build || !(head.bytes <= most)) return undefined
    const { status, headers, lastModified, maxAge, madeAt, bytes } = head
    const body = await promisify(brotliDecompress)(record.subarray(bodyAt), {
      maxOutputLength: Math.max(1, bytes),
    })
    if (body.length !== bytes) return undefined
    const age = Math.max(0, Date.now() - madeAt)
    return { entry: createEntry({ status, headers, body, lastModified }), maxAge, age }
  } catch {
    return undefined
  }
}

const sumOf = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
