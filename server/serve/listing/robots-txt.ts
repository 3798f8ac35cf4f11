// Writes robots.txt. Its rules name ugly URLs, because crawlers request those.
// FAQ, "What if my site has some hash fragment URLs that should not be crawled?"; RFC 9309, 2.2

import { isIndexed } from '../../../src/entries.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { inherited } from '../../../src/resolve-state.ts'
import type { NamedRoute, Table } from '../../../src/table.ts'
import { UGLY_KEY } from '../../../src/url.ts'
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

/** The rules of an ugly URL, and of the readable path with the same spelling. */
function rulesFor(
  kind: 'Allow' | 'Disallow',
  page: string,
  value: string,
  readable: ReadableScheme | undefined,
): string[] {
  const uglyRule = `${kind}: ${page}?*${UGLY_KEY}${value}`
  if (!readable || !/^[\w\-./~*?=]+\$?$/.test(value)) return [uglyRule]
  const within = value[0] === '/' ? value.slice(1) : `!/${value}`
  const path = readable.files === true ? within.replace(/\$$/, '/$') : within
  return [uglyRule, `${kind}: ${readable.prefix}${path}`]
}

/** The values of ugly URLs, as we write them, and fully escaped as some crawlers do. */
interface Spelled {
  readonly values: readonly [written: string, escaped: string]
  /** The values of links with raw letters beyond ASCII. */
  readonly unencoded: readonly [written: string, escaped: string]
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
      values.flatMap((value) => rulesFor('Disallow', page, value, readable)),
    ),
    // The longest rule wins; of two, `allow`.
    ...hidden
      .flatMap(beside)
      .flatMap(({ values, unencoded }) =>
        [...values, ...unencoded].flatMap((value) => rulesFor('Allow', page, value, readable)),
      ),
  ]
}

function valuesOf({ pattern }: NamedRoute): Spelled[] {
  let wildcards = ''
  for (const [index, { key, before, name, modifier, after }] of pattern.parts.entries()) {
    const between = index === 0 ? '' : pattern.keyed ? '%26' : '/'
    const open = modifier === '?' || modifier === '*' || modifier === 'rest'
    const part = `${key && `${literal(key)}=`}${literal(before)}${name === undefined ? '' : '*'}${literal(after)}`
    wildcards += open ? '*' : between + part
  }
  const value = wildcards.replace(/\*+/g, '*')
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

/** Whether one value may match states of the other. */
function overlaps(hidden: Spelled, shown: Spelled): boolean {
  const [a = '', b = ''] = [hidden, shown].map(({ values: [value] }) =>
    value.replace(/[*$].*/s, '').replace(/%2[A4].*/, ''),
  )
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
    spelled.every((value, index) => value.length >= (hidden.values[index] as string).length),
  )
