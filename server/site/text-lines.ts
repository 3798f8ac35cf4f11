// The lines of a file of URLs or states: of a log, a list, a sitemap. In: the path of a file or a pipe; gzipped or not. Out: its lines one after the other,
// without spaces around them and without empty ones; no more of a line, and no more lines, than a bound.

import { createReadStream } from 'node:fs'
import { unzipped } from './unzipped.ts'

/** So many characters a line may have, and so many lines a file. */
const MOST_CHARACTERS = 65_536
const MOST_LINES = 10_000_000

/** Reads them. @throws {Error} When the file cannot be read, or has too many or too long lines. */
export async function* textLines(file: string): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(file)
  const decoder = new TextDecoder()
  let count = 0
  let rest = ''
  try {
    for await (const chunk of unzipped(source)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      if (rest.length > MOST_CHARACTERS) {
        throw new Error(`line ${count + lines.length + 1} has over ${MOST_CHARACTERS} characters`)
      }
      for (const line of lines) {
        if (++count > MOST_LINES) throw new Error(`it has over ${MOST_LINES} lines`)
        if (line.trim() !== '') yield line.trim()
      }
    }
    if (rest.trim() !== '') yield rest.trim()
  } finally {
    source.destroy()
  }
}
