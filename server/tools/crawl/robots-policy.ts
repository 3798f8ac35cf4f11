// Reads robots.txt. RFC 9309: without the file, everything is allowed; while it is unavailable,
// nothing is. A file at another origin is not fetched.

import { type FetchOptions, getFile } from './http.ts'
import { parseRules } from './rules.ts'

export interface Robots {
  /** Whether the crawler may request the URL. For a state: its ugly URL. */
  allows(url: string): boolean
  /** Absolute URLs, of any origin. */
  readonly sitemaps: readonly string[]
  /** The site opted out of the scheme: no ugly URL may be requested. */
  readonly optedOut: boolean
  /** The redirect target of robots.txt, if it is at another origin. */
  readonly elsewhere?: string
  /** Why robots.txt is unavailable, so that nothing may be requested. */
  readonly missing?: { readonly reason: string; readonly answered: boolean }
}

/** Most bytes read; RFC 9309, 2.5 requires at least as many. */
const BYTES = 500 * 1024

export async function readRobots(origin: string, options: FetchOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await getFile(url, options, BYTES)
  if (answer.type === 'elsewhere') {
    return { ...parseRobots(url, '', options.userAgent), elsewhere: answer.to }
  }
  if (answer.type === 'failure' || answer.status >= 500) {
    const answered = answer.type === 'response'
    const reason = answered ? `${url} returns status ${answer.status}` : answer.reason
    return { allows: () => false, sitemaps: [], optedOut: false, missing: { reason, answered } }
  }
  const text = answer.status === 200 ? answer.body.toString('utf8') : ''
  return parseRobots(url, text, options.userAgent)
}

export function parseRobots(url: string, text: string, userAgent: string): Robots {
  const { origin } = new URL(url)
  const rules = parseRules(text, userAgent)
  const allows = (asked: string) => {
    const { origin: its, pathname, search } = new URL(asked)
    return its !== origin || rules.allows(pathname + search)
  }
  const probes = ['/?_escaped_fragment_=', '/any/page?q=1&_escaped_fragment_=any/state']
  return {
    allows,
    sitemaps: rules.sitemaps.flatMap((one) =>
      URL.canParse(one, url) ? new URL(one, url).href : [],
    ),
    optedOut: probes.every((probe) => !allows(new URL(probe, url).href)),
  }
}
