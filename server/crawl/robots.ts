// robots.txt of a site as a crawler obeys it. In: the site's origin. Out: what may be fetched, and the
// sitemaps that it names. RFC 9309: without the file all is allowed, while it cannot be had nothing is.

import robotsParser from 'robots-parser'
import { type FetchOptions, get } from './http.ts'

/** What robots.txt says. */
export interface Robots {
  /** True when this crawler may request the URL: for a state, its ugly URL. */
  allows(url: string): boolean
  readonly sitemaps: readonly string[]
  /** The site has opted out of the scheme: no ugly URL may be requested. */
  readonly optedOut: boolean
}

// robots-parser's declarations are those of a module with a default export, which it is not for Node's ESM.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getSitemaps(): string[] }

/** Reads robots.txt. */
export async function readRobots(origin: string, options: FetchOptions): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await get(url, options)
  if (answer.type === 'failure' || answer.status >= 500) {
    return { allows: () => false, sitemaps: [], optedOut: false }
  }
  const text = answer.status === 200 ? answer.body.toString('utf8') : ''
  return parseRobots(url, text, options.userAgent)
}

/** Reads the text of a robots.txt that was found at `url`. */
export function parseRobots(url: string, text: string, userAgent: string): Robots {
  const rules = parse(url, text)
  const allows = (asked: string) => rules.isAllowed(asked, userAgent) ?? true
  const probes = ['/?_escaped_fragment_=', '/any/page?q=1&_escaped_fragment_=any/state']
  return {
    allows,
    sitemaps: rules.getSitemaps(),
    optedOut: probes.every((probe) => !allows(new URL(probe, url).href)),
  }
}
