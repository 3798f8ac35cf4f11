// Files that may be gzipped, whatever they are called. In: bytes, of a file or of a pipe, which can be read but once. Out: the bytes that
// were packed, or the same.

import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** The bytes, unzipped where their first two say that they are. */
export async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let next = await all.next(); !next.done; next = await all.next()) {
    start = Buffer.concat([start, next.value])
    if (start.length >= 2) break
  }
  async function* whole() {
    yield start
    for (let next = await all.next(); !next.done; next = await all.next()) yield next.value
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* whole()
  const gunzip = createGunzip()
  const done = pipeline(whole, gunzip)
  // What is wrong with it is thrown by the loop, too.
  done.catch(() => undefined)
  yield* gunzip as AsyncIterable<Buffer>
  await done
}
