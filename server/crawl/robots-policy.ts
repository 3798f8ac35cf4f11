// robots.txt of a site as a crawler obeys it. In: the site's origin. Out: what may be fetched, and the
// sitemaps that it names. RFC 9309: without the file all is allowed, while it cannot be had nothing is.
// A file that is at another origin is another site's, and is not fetched.

import { type FetchOptions, getFile } from './http.ts'
import { parseRules } from './rules.ts'

/** What robots.txt says. */
export interface Robots {
  /** True when this crawler may request the URL: for a state, its ugly URL. */
  allows(url: string): boolean
  /** Absolute URLs, of any origin. */
  readonly sitemaps: readonly string[]
  /** The site has opted out of the scheme: no ugly URL may be requested. */
  readonly optedOut: boolean
  /** Where robots.txt redirects to, when that is another origin. */
  readonly elsewhere?: string
  /** Why it cannot be had, so that nothing may be asked for. */
  readonly missing?: { readonly reason: string; readonly answered: boolean }
}

/** How many bytes are read; RFC 9309, 2.5 asks for as many at least. */
const BYTES = 500 * 1024

/** Reads robots.txt. */
export async function readRobots(origin: string, options: FetchOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await getFile(url, options, BYTES)
  if (answer.type === 'elsewhere') {
    return { ...parseRobots(url, '', options.userAgent), elsewhere: answer.to }
  }
  if (answer.type === 'failure' || answer.status >= 500) {
    const answered = answer.type === 'response'
    const reason = answered ? `${url} is answered ${answer.status}` : answer.reason
    return { allows: () => false, sitemaps: [], optedOut: false, missing: { reason, answered } }
  }
  const text = answer.status === 200 ? answer.body.toString('utf8') : ''
  return parseRobots(url, text, options.userAgent)
}

/** Reads the text of a robots.txt that was found at `url`. */
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
