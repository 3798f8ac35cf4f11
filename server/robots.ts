// robots.txt of a site: where the sitemap is, and which states crawlers may not ask for.
// In: the tables of the site, and what its owner adds. Out: the text of the file; a check of it against
// the states, by a parser of RFC 9309 that is not ours. A crawler obeys the rules for the ugly URL that
// it asks for, so that is what they are written for.
//
// FAQ, "What if my site has some hash fragment URLs that should not be crawled?"; RFC 9309, 2.2.2 and 2.2.3

import type { Table } from '../src/routes.ts'
import { toUglyUrl } from '../src/url.ts'
import { parseRobots } from './crawl/robots.ts'
import { uglyValue } from './export/names.ts'
import type { OpenApp, SiteState } from './sitemap/states.ts'

/** What stands in a robots.txt. */
export interface RobotsOptions {
  readonly origin: string
  readonly apps: readonly Pick<OpenApp, 'page' | 'routes'>[]
  /** Forbid every ugly URL: the site does not take part in the scheme. Default: false. */
  readonly optOut?: boolean
  /** Forbid the states that begin so, such as `/account/`, on every page. Default: none. */
  readonly disallow?: readonly string[]
}

/**
 * Writes robots.txt. States of routes with `index: false` are forbidden.
 *
 * @throws {RangeError} When a prefix holds a `#` or the end of a line.
 */
export function robotsText({ origin, apps, optOut, disallow = [] }: RobotsOptions): string {
  const rules = optOut
    ? ['Disallow: /*_escaped_fragment_']
    : apps.flatMap(({ page, routes }) => [
        ...disallow.map((prefix) => rule('Disallow', page, checkPrefix(prefix))),
        ...rulesOf(page, routes),
      ])
  const lines = rules.length > 0 ? [...new Set(rules)] : ['Disallow:']
  return `User-agent: *\n${lines.join('\n')}\n${optOut ? '' : `\nSitemap: ${origin}/sitemap.xml\n`}`
}

const rule = (kind: 'Allow' | 'Disallow', page: string, value: string): string =>
  `${kind}: ${page}?*_escaped_fragment_=${value}`

function checkPrefix(prefix: string): string {
  if (prefix.includes('#')) {
    throw new RangeError(
      `Cannot forbid "${prefix}": a "#" begins a comment in robots.txt, and crawlers ask for ugly URLs; write the state alone, such as "${prefix.replace(/^.*#!?/, '') || '/account/'}"`,
    )
  }
  if (/[\r\n]/.test(prefix)) {
    throw new RangeError(`Cannot forbid ${JSON.stringify(prefix)}: a rule is one line`)
  }
  return uglyValue(prefix)
}

type NamedRoute = Table['all'] extends ReadonlyMap<string, infer R> ? R : never

/** Forbids the routes that are not to be indexed; allows those that the rules would forbid with them. */
function rulesOf(page: string, { all }: Table): string[] {
  const routes = [...all.values()].filter((route) => route.page)
  const hidden = routes.filter((route) => !isIndexed(route)).flatMap(valuesOf)
  if (hidden.length === 0) return []
  const shown = routes.filter(isIndexed).flatMap(valuesOf)
  return [
    ...hidden.map((value) => rule('Disallow', page, value)),
    // The longest rule wins, and of equals the one that allows.
    ...shown
      .filter((value) => hidden.some((other) => overlaps(other, value)))
      .map((value) => rule('Allow', page, value)),
  ]
}

const isIndexed = ({ chain }: NamedRoute): boolean =>
  chain.map(({ options }) => options.index).findLast((index) => index !== undefined) !== false

/** The values of the token that belong to a route, as patterns of robots.txt. */
function valuesOf({ pattern }: NamedRoute): string[] {
  let text = ''
  for (const [index, { key, before, name, modifier, after }] of pattern.parts.entries()) {
    const between = index === 0 ? '' : pattern.keyed ? '%26' : '/'
    const open = modifier === '?' || modifier === '*' || modifier === 'rest'
    const own = `${key && `${key}=`}${literal(before)}${name === undefined ? '' : '*'}${literal(after)}`
    text += open ? '*' : between + own
  }
  const value = text.replace(/\*+/g, '*')
  if (value.endsWith('*')) return [value.slice(0, -1)]
  return pattern.keyed ? [`${value}$`, `${value}%26`] : [`${value}$`, `${value}?`]
}

// A star in a state is a wildcard in a rule: it takes the star, too. A "$" is one only at the end.
const literal = (text: string): string => (text === '' ? '' : uglyValue(text))

/** Whether some value may belong to both. A guess on the side of yes. */
function overlaps(hidden: string, shown: string): boolean {
  const prefix = (value: string) => value.split('*')[0] as string
  const [a, b] = [prefix(hidden).replace(/\$$/, ''), prefix(shown).replace(/\$$/, '')]
  return a.startsWith(b) || b.startsWith(a)
}

/** A state that robots.txt treats otherwise than the table says. */
export interface Disagreement {
  readonly state: SiteState
  readonly allowed: boolean
}

/** Compares robots.txt with every state, by a parser that is not ours. */
export async function* checkRobots(
  text: string,
  origin: string,
  states: AsyncIterable<SiteState>,
): AsyncGenerator<Disagreement, void, undefined> {
  const robots = parseRobots(`${origin}/robots.txt`, text, 'any-crawler')
  for await (const state of states) {
    const ugly = toUglyUrl(state.url, { fragmentTag: true })
    const allowed = ugly !== null && robots.allows(ugly)
    if (allowed !== state.index) yield { state, allowed }
  }
}
