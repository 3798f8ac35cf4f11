// Writes robots.txt. Its rules name ugly URLs, because crawlers request those.
// FAQ, "What if my site has some hash fragment URLs that should not be crawled?"; RFC 9309, 2.2

import { isIndexed } from '../../../src/entries.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { inherited } from '../../../src/resolve-state.ts'
import type { Table } from '../../../src/table.ts'
import type { OpenedApp } from '../../site/site-states.ts'
import { uglyValue } from '../../site/state-files.ts'

export interface RobotsOptions {
  readonly origin: string
  readonly apps: readonly Pick<OpenedApp, 'page' | 'routes'>[]
  /** Path of the folder with sitemap.xml. Default: `/`. */
  readonly base?: string | undefined
}

export function robotsText({ origin, apps, base = '/' }: RobotsOptions): string {
  const rules = apps.flatMap(({ page, routes }) => rulesOf(page, routes))
  const lines = rules.length > 0 ? [...new Set(rules)] : ['Disallow:']
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}${base}sitemap.xml\n`
}

const rule = (kind: Kind, page: string, value: string): string =>
  `${kind}: ${page}?*_escaped_fragment_=${value}`

type Kind = 'Allow' | 'Disallow'

/** Also of the readable path with the same spelling. */
function both(
  kind: Kind,
  page: string,
  value: string,
  readable: ReadableScheme | undefined,
): string[] {
  const own = rule(kind, page, value)
  if (!readable || !/^[\w\-./~*?=]+\$?$/.test(value)) return [own]
  const within = value[0] === '/' ? value.slice(1) : `!/${value}`
  const path = readable.files === true ? within.replace(/\$$/, '/$') : within
  return [own, `${kind}: ${readable.prefix}${path}`]
}

type NamedRoute = Table['all'] extends ReadonlyMap<string, infer R> ? R : never

/** The second is fully escaped, as some crawlers write it. */
interface Spelled {
  readonly values: readonly [own: string, escaped: string]
  /** For links with raw letters beyond ASCII. */
  readonly unencoded: readonly [own: string, escaped: string]
  /** Some parsers do not read an escaped wildcard sign. */
  readonly hasSigns: boolean
}

/**
 * Forbids routes with `index: false`, and allows shown states that match too. Other routes rely on
 * `noindex`. Crawlers may read an error's status.
 */
function rulesOf(page: string, { all, options: { readable } }: Table): string[] {
  const routes = [...all.values()].filter((route) => route.page)
  const shown = routes.filter(isIndexed).flatMap(valuesOf)
  const beside = (value: Spelled) => shown.filter((other) => overlaps(value, other))
  const hidden = routes
    .filter(({ chain }) => inherited(chain).index === false)
    .flatMap(valuesOf)
    .filter((value) => beside(value).every((other) => wins(other, value)))
  return [
    ...hidden.flatMap(({ values }) =>
      values.flatMap((value) => both('Disallow', page, value, readable)),
    ),
    // The longest rule wins; of two, `allow`.
    ...hidden
      .flatMap(beside)
      .flatMap(({ values, unencoded }) =>
        [...values, ...unencoded].flatMap((one) => both('Allow', page, one, readable)),
      ),
  ]
}

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

// `*` and `$` are wildcards; RFC 9309, 2.2.3.
const literal = (text: string): string =>
  text === '' ? '' : uglyValue(text).replaceAll('*', '%2A').replaceAll('$', '%24')

/** If in doubt, true. */
function overlaps(hidden: Spelled, shown: Spelled): boolean {
  const prefix = ({ values }: Spelled) => (/^[^*$]*/.exec(values[0]) as RegExpExecArray)[0]
  const [a = '', b = ''] = [hidden, shown].map((one) => prefix(one).replace(/%2[A4].*/, ''))
  if (a === b) return true
  return (b.startsWith(a) && !isExact(hidden)) || (a.startsWith(b) && !isExact(shown))
}

const isExact = ({ values: [value], hasSigns }: Spelled): boolean =>
  !hasSigns && /^[^*]*\$$/.test(value)

/** A catch-all would beat every `allow` rule. */
const wins = (shown: Spelled, hidden: Spelled): boolean =>
  !shown.hasSigns &&
  hidden.values[0].length > 1 &&
  [shown.values, shown.unencoded].every((spelled) =>
    spelled.every((value, at) => value.length >= (hidden.values[at] as string).length),
  )
