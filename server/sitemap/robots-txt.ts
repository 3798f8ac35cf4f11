// robots.txt of a site: where the sitemap is, and which states crawlers may not ask for.
// In: the tables of the site, and what its owner adds. Out: the text of the file; a check of it against
// the states, by a parser of RFC 9309 that is not ours. A crawler obeys the rules for the ugly URL that
// it asks for, so that is what they are written for.
//
// FAQ, "What if my site has some hash fragment URLs that should not be crawled?"; RFC 9309, 2.2.2 and 2.2.3

import robotsParser from 'robots-parser'
import type { Table } from '../../src/define-routes.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import { toUglyUrl } from '../../src/url.ts'
import { uglyValue } from '../export/names.ts'
import type { OpenApp, SiteState } from '../site/states.ts'

/** What stands in a robots.txt. */
export interface RobotsOptions {
  readonly origin: string
  readonly apps: readonly Pick<OpenApp, 'page' | 'routes'>[]
  /** The paths of its adopted pages, of which only `disallow` says anything. Default: none. */
  readonly adopted?: readonly string[]
  /** Forbid every ugly URL: the site does not take part in the scheme. Default: false. */
  readonly optOut?: boolean
  /** Forbid the states that begin so, such as `/account/`, on every page. Default: none. */
  readonly disallow?: readonly string[]
}

/**
 * Writes robots.txt. States of routes with `index: false` are forbidden where that forbids no others: the rest carry `noindex` only.
 *
 * @throws {RangeError} When a prefix holds a `#` or the end of a line.
 */
export function robotsText({
  origin,
  apps,
  adopted = [],
  optOut,
  disallow = [],
}: RobotsOptions): string {
  const forbidden = (page: string) =>
    disallow.map((prefix) => rule('Disallow', page, checkPrefix(prefix)))
  const rules = optOut
    ? ['Disallow: /*_escaped_fragment_']
    : [
        ...apps.flatMap(({ page, routes }) => [...forbidden(page), ...rulesOf(page, routes)]),
        ...adopted.flatMap(forbidden),
      ]
  const lines = rules.length > 0 ? [...new Set(rules)] : ['Disallow:']
  return `User-agent: *\n${lines.join('\n')}\n${optOut ? '' : `\nSitemap: ${origin}/sitemap.xml\n`}`
}

const rule = (kind: Kind, page: string, value: string): string =>
  `${kind}: ${page}?*_escaped_fragment_=${value}`

type Kind = 'Allow' | 'Disallow'

/** The rules for an ugly value, and for the readable path that is written alike. Others carry `noindex` only. */
function both(
  kind: Kind,
  page: string,
  value: string,
  readable: ReadableScheme | undefined,
): string[] {
  const own = rule(kind, page, value)
  if (!readable || !/^[\w\-./~*?=]+\$?$/.test(value)) return [own]
  const path = value[0] === '/' ? value.slice(1) : `!/${value}`
  return [own, `${kind}: ${readable.prefix}${path}`]
}

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

/** A rule's value as the scheme spells it, and as a crawler does that escapes all that it can. */
interface Spelled {
  readonly values: readonly [own: string, escaped: string]
  /** The same where a link has the letters beyond ASCII as they are, not percent-encoded: escaped once, not twice. */
  readonly unencoded: readonly [own: string, escaped: string]
  /** A wildcard's sign stands in it as text: not every parser reads its escape as the sign. */
  readonly hasSigns: boolean
}

/**
 * Forbids the routes that are not to be indexed, and allows what the rules would forbid with them. Where the
 * rules of shown states would not win for certain, a route is left to the `noindex` that its pages carry.
 */
function rulesOf(page: string, { all, options: { readable } }: Table): string[] {
  const routes = [...all.values()].filter((route) => route.page)
  const shown = routes.filter(isIndexed).flatMap(valuesOf)
  const beside = (value: Spelled) => shown.filter((other) => overlaps(value, other))
  const hidden = routes
    .filter((route) => !isIndexed(route))
    .flatMap(valuesOf)
    .filter((value) => beside(value).every((other) => wins(other, value)))
  return [
    ...hidden.flatMap(({ values }) =>
      values.flatMap((value) => both('Disallow', page, value, readable)),
    ),
    // The longest rule wins, and of equals the one that allows.
    ...hidden
      .flatMap(beside)
      .flatMap(({ values, unencoded }) =>
        [...values, ...unencoded].flatMap((one) => both('Allow', page, one, readable)),
      ),
  ]
}

const isIndexed = ({ chain }: NamedRoute): boolean =>
  chain.map(({ options }) => options.index).findLast((index) => index !== undefined) !== false

/** The values of the token that belong to a route, as patterns of robots.txt. */
function valuesOf({ pattern }: NamedRoute): Spelled[] {
  let text = ''
  for (const [index, { key, before, name, modifier, after }] of pattern.parts.entries()) {
    const between = index === 0 ? '' : pattern.keyed ? '%26' : '/'
    const open = modifier === '?' || modifier === '*' || modifier === 'rest'
    const own = `${key && `${literal(key)}=`}${literal(before)}${name === undefined ? '' : '*'}${literal(after)}`
    text += open ? '*' : between + own
  }
  const value = text.replace(/\*+/g, '*')
  if (value.endsWith('*')) return [spell(value.slice(0, -1), '')]
  return [spell(value, '$'), spell(value + (pattern.keyed ? '%26' : '?'), '')]
}

const spellBoth = (value: string, end: '' | '$'): [string, string] => [
  value + end,
  value.replace(/[^\w\-.!~*'()%]/g, encodeURIComponent) + end,
]

const spell = (value: string, end: '' | '$'): Spelled => ({
  values: spellBoth(value, end),
  unencoded: spellBoth(value.replace(/%25(?=[89A-F][\dA-F])/gi, '%'), end),
  hasSigns: /%2A|%24/.test(value),
})

// A star or a dollar sign of a state would be a wildcard in a rule; RFC 9309, 2.2.3.
const literal = (text: string): string =>
  text === '' ? '' : uglyValue(text).replaceAll('*', '%2A').replaceAll('$', '%24')

/** Whether some value may belong to both. A guess on the side of yes. */
function overlaps(hidden: Spelled, shown: Spelled): boolean {
  const prefix = ({ values }: Spelled) => (/^[^*$]*/.exec(values[0]) as RegExpExecArray)[0]
  const [a = '', b = ''] = [hidden, shown].map((one) => prefix(one).replace(/%2[A4].*/, ''))
  if (a === b) return true
  return (b.startsWith(a) && !isExact(hidden)) || (a.startsWith(b) && !isExact(shown))
}

const isExact = ({ values: [value], hasSigns }: Spelled): boolean =>
  !hasSigns && /^[^*]*\$$/.test(value)

/** Whether the rule that allows is obeyed in every spelling; a catch-all would stand against all others. */
const wins = (shown: Spelled, hidden: Spelled): boolean =>
  !shown.hasSigns &&
  hidden.values[0].length > 1 &&
  [shown.values, shown.unencoded].every((spelled) =>
    spelled.every((value, at) => value.length >= (hidden.values[at] as string).length),
  )

/** A state that robots.txt forbids and the table shows. Those that it allows and the table hides carry `noindex`. */
export interface Disagreement {
  readonly state: SiteState
  /** The spelling of its ugly URL, or the readable address, that is forbidden. */
  readonly forbidden: string
}

// robots-parser's declarations are those of a module with a default export, which it is not for Node's ESM.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

/** Compares robots.txt with every state, by a parser that is not ours. */
export async function* checkRobots(
  text: string,
  origin: string,
  states: AsyncIterable<SiteState>,
): AsyncGenerator<Disagreement, void, undefined> {
  const robots = parse(`${origin}/robots.txt`, text)
  for await (const state of states) {
    const ugly = state.index ? toUglyUrl(state.url, { fragmentTag: true }) : null
    if (ugly === null) continue
    const at = ugly.indexOf('_escaped_fragment_=') + '_escaped_fragment_='.length
    const escaped = encodeURIComponent(decodeURIComponent(ugly.slice(at)))
    const { readable = ugly } = state
    const forbidden = [ugly, ugly.slice(0, at) + escaped, readable].find(
      (url) => robots.isAllowed(url, 'any-crawler') === false,
    )
    if (forbidden !== undefined) yield { state, forbidden }
  }
}
