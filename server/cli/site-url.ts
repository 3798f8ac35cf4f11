import { UsageError } from './terminal.ts'

/** @param attempt The command's verb. @throws {UsageError} When the URL is not http or https. */
export function readSiteUrl(attempt: string, given: string, like = 'https://example.com/'): URL {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return new URL(given)
  throw new UsageError(`Cannot ${attempt} "${given}": expected a URL such as "${like}"`)
}
