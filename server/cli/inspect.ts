// `hashbang inspect STATE|URL`: explains why a page may be missing from an index.

import { meantState } from '../../src/address-state.ts'
import { nearState } from '../../src/near-state.ts'
import { readText } from '../../src/read-match.ts'
import { createRouteIndex } from '../../src/route-index.ts'
import { canonicalState, readState } from '../../src/state.ts'
import type { NamedRoute, Table } from '../../src/table.ts'
import { fragmentOf, toUglyUrl, UGLY_KEY } from '../../src/url.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { get } from '../serve/http/bounded-get.ts'
import { adoptedReadables } from '../site/adopted-pages.ts'
import { prettyOf, type StateShape, stateShape } from '../site/adopted-urls.ts'
import type { Config, PageConfig } from '../site/config.ts'
import { importApps } from '../site/site-states.ts'
import { stateUrl } from '../site/site-urls.ts'
import { readDocument } from '../tools/crawl/document.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import { type Findings, printFindings } from './inspect-findings.ts'
import { openTraced } from './inspect-state.ts'
import { defineCommand, flag, shared } from './shared-options.ts'
import { UsageError, WorkError } from './terminal.ts'

/** Time limit of another site's answer, in ms. */
const TIMEOUT = 15_000

export const inspectCommand = defineCommand({
  name: 'inspect',
  description: 'print everything about one state: route, status, warnings, waits, head, text',
  argument: ['<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site'],
  flags: {
    config: shared.config,
    origin: shared.origin,
    page: flag('--page <path>', 'the page of the state, if the site has several'),
    json: shared.json,
  },
  examples: ['inspect /word/ajax', 'inspect https://example.com/#!/word/ajax'],
  async work(command, { page }, address) {
    const findings = /^https?:/.test(address)
      ? await inspectUrl(address)
      : await inspectState(await command.config('origin'), address, page)
    const { body, ...facts } = findings
    const { title, description, canonical, robots, text } = readDocument(body)
    const head = { title, description, canonical, robots: robots || undefined }
    command.result({ ...facts, head, text })
    printFindings(command, findings, head, text)
    return command.end(findings.status !== 200 || findings.allowed === false)
  },
})

async function inspectUrl(url: string): Promise<Findings> {
  const pretty = prettyOf(url) ?? url
  const ugly = URL.canParse(url) ? toUglyUrl(pretty, { fragmentTag: true }) : null
  if (ugly === null) {
    const fragment = URL.canParse(url) ? new URL(url).hash : '#/'
    throw new UsageError(
      `Cannot inspect "${url}": crawlers request only states that follow "#!". Did you mean "${url.replace('#', '#!')}"? For an app with "#" alone, run inspect in its project: hashbang inspect "${fragment}"`,
    )
  }
  const options = { timeout: TIMEOUT }
  const robots = await readRobots(new URL(ugly).origin, options)
  const started = performance.now()
  const answer = await get(ugly, options)
  if (answer.type === 'failure') throw new WorkError(diagnosis('HB112', ugly, answer.reason))
  const { status, body } = answer
  return {
    pretty,
    ugly,
    status,
    allowed: robots.allows(ugly),
    headers: Object.fromEntries(answer.headers),
    time: performance.now() - started,
    body: body.toString('utf8'),
    size: body.length,
  }
}

/** An adopted page has no routes. @throws {UsageError} When the address is no state of the page. */
async function inspectState(config: Config, address: string, of?: string): Promise<Findings> {
  const { fragment, path } = splitAddress(address, config.origin)
  const page = pageOf(config, of ?? path)
  const pageUrl = config.origin + page
  const [app] = await importApps({ pages: { [page]: config.pages[page] as PageConfig } })
  const { site, answer } = await openTraced(config)
  try {
    const shape = stateShape(site.statesOf(page) ?? '#!')
    const written = stateFrom(fragment, shape)
    const meant = app ? meantState(written, app.routes.match) : written
    const state = canonicalState(meant)
    const target = toUglyUrl(`${page}#!${app ? meant : state}`)
    if (target === null)
      throw new UsageError(
        `"${meant}" has no ugly URL: it contains half a character (a lone surrogate). Correct the state`,
      )
    const readable = app?.routes.options.readable ?? adoptedReadables(config.pages).get(page)
    return {
      pretty: app ? stateUrl(app.routes.scheme, pageUrl, state) : shape.fragmentUrl(pageUrl, state),
      ugly: config.origin + target,
      readable: readable && stateUrl(readable, pageUrl, state),
      ...(app && routing(app.routes, meant)),
      ...(await answer(target)),
    }
  } finally {
    await site.close()
  }
}

/** A text with a page, pretty or ugly. */
const ADDRESS = new RegExp(`^[^#]+#!|\\?(?:[^#]*&)?${UGLY_KEY}`)

/** Splits an address of the site, pretty or ugly, into its page and its fragment. */
function splitAddress(address: string, origin: string): { fragment: string; path?: string } {
  if (!ADDRESS.test(address)) return { fragment: address }
  const url = origin + address.replace(/^(?!\/)/, '/')
  const pretty = prettyOf(url) ?? url
  return { fragment: fragmentOf(pretty), path: new URL(pretty).pathname }
}

/** @throws {UsageError} For a fragment that is no state of the page. */
function stateFrom(fragment: string, { prefix, stateOf }: StateShape): string {
  const written = fragment.replace(/^#!?/, '')
  if (written === '' || !fragment.startsWith('#')) return written
  const state = stateOf(fragment)
  if (state !== null) return state
  const meant = prefix + (prefix.endsWith('/') ? written.replace(/^\//, '') : written)
  throw new UsageError(
    `"${fragment}" is no state of this page: its states begin with "${prefix}". Did you mean "${meant}"?`,
  )
}

/** The page of the state. A site's only page needs no name. */
function pageOf({ pages }: Config, path: string | undefined): string {
  const names = Object.keys(pages)
  const page = path ?? (names.length === 1 ? names[0] : '/') ?? '/'
  if (names.includes(page)) return page
  throw new UsageError(diagnosis('HB113', page, names))
}

/** The route of a state, and why other routes whose pattern fits refuse it. */
function routing(table: Table, state: string) {
  const match = table.match(state)
  const refused = [...table.all.values()].flatMap((route) => {
    const refusal = route.page && route.name !== match?.name && refusalOf(route, state)
    return refusal ? diagnosis('HB111', route.name, route.pattern.source, ...refusal) : []
  })
  const near = nearState(table, state) ?? []
  const { extra: _, ...route } = match ?? {}
  return { route: match && route, refused: refused.concat(near) }
}

/**
 * @returns The key, such as `the param "id"`, and its text, or texts; undefined when a required one
 *   is missing.
 */
function refusalOf(route: NamedRoute, state: string): [key: string, value: unknown] | undefined {
  const { pairs } = readState(state)
  const index = createRouteIndex<NamedRoute>()
  index.add({ ...route, params: {}, query: undefined, sure: true })
  const fits = index.find(state)
  if (!fits) return undefined
  for (const [name, text] of Object.entries(fits.params))
    if (readText(route.params[name], text as string) === undefined)
      return [`the param "${name}"`, text]
  for (const [key, codec] of route.query?.codecs ?? []) {
    const texts = pairs.flatMap(([name, text]) => (name === key ? [text] : []))
    const value = 'repeats' in codec ? texts : texts[0]
    const isRead = value === undefined ? 'fallback' in codec : readText(codec, value) !== undefined
    if (!isRead) return [`the search key "${key}"`, value]
  }
  return route.query?.schemas.length
    ? ['the search', pairs.map((pair) => pair.join('=')).join('&')]
    : undefined
}
