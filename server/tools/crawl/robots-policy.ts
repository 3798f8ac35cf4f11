// Reads robots.txt for the tools. RFC 9309: without the file, everything is allowed; while it is
// unavailable, nothing is.

import robotsParser from 'robots-parser'
import { UGLY_KEY } from '../../../src/url.ts'
import { type FetchOptions, getFile, USER_AGENT } from '../../serve/http/bounded-get.ts'

export interface Robots {
  /** @param url For a state: its ugly URL. */
  allows(url: string): boolean
  readonly sitemaps: readonly string[]
  /** No ugly URL may be requested. */
  readonly optedOut: boolean
  /** The target if robots.txt redirects to another origin. */
  readonly elsewhere?: string
  readonly missing?: { readonly reason: string; readonly answered: boolean }
}

// robots-parser declares a default export, which Node's ESM does not see.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getSitemaps(): string[] }

/** The most characters of a line: a longer one would slow down each check of a URL. */
const MOST_OF_LINE = 2000
const MOST_SITEMAPS = 1000

/** RFC 9309, 2.5. */
const BYTES = 500 * 1024

export async function readRobots(origin: string, options: FetchOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await getFile(url, options, BYTES)
  if (answer.type === 'elsewhere') return { ...parseRobots(url, ''), elsewhere: answer.to }
  if (answer.type === 'failure' || answer.status >= 500) {
    const answered = answer.type === 'response'
    const reason = answered ? `${url} returns status ${answer.status}` : answer.reason
    return { allows: () => false, sitemaps: [], optedOut: false, missing: { reason, answered } }
  }
  return parseRobots(url, answer.status === 200 ? answer.body.toString('utf8') : '')
}

export function parseRobots(url: string, robotsText: string): Robots {
  const lines = robotsText.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const file = parse(url, lines.filter((line) => line.length <= MOST_OF_LINE).join('\n'))
  const allows = (target: string) => file.isAllowed(target, USER_AGENT) ?? true
  const probes = [`/?${UGLY_KEY}`, `/any/page?q=1&${UGLY_KEY}any/state`]
  return {
    allows,
    sitemaps: file
      .getSitemaps()
      .slice(0, MOST_SITEMAPS)
      .flatMap((one) => (URL.canParse(one, url) ? new URL(one, url).href : [])),
    optedOut: probes.every((probe) => !allows(new URL(probe, url).href)),
  }
}
