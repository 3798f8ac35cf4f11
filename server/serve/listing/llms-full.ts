// Writes llms-full.txt: the Markdown of the listed pages, and the names of those that fail. The
// listing and `export` call it.

import { isFailed } from '../../cache/response/http-semantics.ts'
import type { Handler } from '../../cache/response/http-values.ts'

/** Further pages are at their own addresses. */
const MOST_CHARACTERS = 8 * 2 ** 20

export interface FullText {
  readonly text: string
  readonly failed: readonly string[]
  /** Paths that redirect, or lack a page. */
  readonly absent: ReadonlySet<string>
}

export async function llmsFullText(paths: readonly string[], handler: Handler): Promise<FullText> {
  const texts: string[] = []
  const failed: string[] = []
  const absent = new Set<string>()
  let length = 0
  for (const [at, path] of paths.entries()) {
    // Readers need the same workers.
    const answer = await handler({ method: 'GET', target: path, headers: {} })
    const isFault = answer === null || answer.status >= 500 || isFailed(answer.headers)
    if (isFault) failed.push(path)
    if (isFault) continue
    if (answer.status !== 200) {
      absent.add(path)
      continue
    }
    const text = answer.body.toString()
    length += text.length
    if (length > MOST_CHARACTERS) {
      texts.push(`Left out for their length: ${paths.length - at} more pages. See llms.txt.\n`)
      break
    }
    texts.push(text)
  }
  if (failed.length > 0) texts.push(`Not available now: ${failed.join(', ')}\n`)
  return { text: texts.join('\n\n'), failed, absent }
}
