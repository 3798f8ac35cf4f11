// Unzips files by content, not by name. Also works for a pipe, which can only be read once.

import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** Returns the bytes, unzipped if the first two are gzip's. */
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
  // The loop throws the same error.
  done.catch(() => undefined)
  yield* gunzip as AsyncIterable<Buffer>
  await done
}
