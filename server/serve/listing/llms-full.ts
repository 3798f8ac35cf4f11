// Writes llms-full.txt: the Markdown of the listed pages, one after another, as the site's handler
// answers it. Pages that fail are named at its end.

import { isFailed } from '../../cache/response/http-semantics.ts'
import type { Handler } from '../../cache/response/http-values.ts'

/** Most characters; further pages are at their own addresses. */
const MOST = 8 * 2 ** 20

export interface FullText {
  readonly text: string
  readonly failed: readonly string[]
  /** Every path that redirects, or whose page is missing. */
  readonly absent: ReadonlySet<string>
}

export async function llmsFullText(paths: readonly string[], handler: Handler): Promise<FullText> {
  const texts: string[] = []
  const failed: string[] = []
  const absent = new Set<string>()
  let length = 0
  for (const [at, path] of paths.entries()) {
    // One at a time: readers need the same workers.
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
    if (length > MOST) {
      texts.push(`Left out for their length: ${paths.length - at} more pages. See llms.txt.\n`)
      break
    }
    texts.push(text)
  }
  if (failed.length > 0) texts.push(`Not available now: ${failed.join(', ')}\n`)
  return { text: texts.join('\n\n'), failed, absent }
}
