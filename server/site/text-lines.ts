// Reads the lines of a list of states, gzipped or not. The search for states calls it.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const MOST_CHARACTERS = 65_536
const MOST_LINES = 10_000_000

/** Yields the lines that are not empty. @throws {Error} For an unreadable file, or a limit. */
export async function* textLines(file: string): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(file)
  const decoder = new TextDecoder()
  let count = 0
  let incomplete = ''
  try {
    for await (const chunk of unzipped(source)) {
      const lines = (incomplete + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
      incomplete = lines.pop() ?? ''
      if (incomplete.length > MOST_CHARACTERS)
        throw new Error(`line ${count + lines.length + 1} has over ${MOST_CHARACTERS} characters`)
      for (const line of lines) {
        if (++count > MOST_LINES) throw new Error(`it has over ${MOST_LINES} lines`)
        if (line.trim() !== '') yield line.trim()
      }
    }
    if (incomplete.trim() !== '') yield incomplete.trim()
  } finally {
    source.destroy()
  }
}

/** Recognizes gzip by the first two bytes. */
async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    start = Buffer.concat([start, next.value])
    if (start.length >= 2) break
  }
  async function* whole() {
    yield start
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* whole()
  const gunzip = createGunzip()
  const done = pipeline(whole, gunzip)
  // The loop throws the same error.
  done.catch(() => undefined)
  yield* gunzip as AsyncIterable<Buffer>
  await done
}
