// The URL of a site that a command is given, as an argument.

import { UsageError } from './terminal.ts'

/**
 * Reads it.
 *
 * @param attempt What the command would do to it, such as "crawl".
 * @param like What would be right.
 * @throws {UsageError} When it is none of http or https.
 */
export function readSiteUrl(attempt: string, given: string, like = 'https://example.com/'): URL {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return new URL(given)
  throw new UsageError(`Cannot ${attempt} "${given}": expected a URL such as "${like}"`)
}
