// `hashbang inspect STATE|URL`: explains why a page may be missing from an index.

import { meantState } from '../../src/address-state.ts'
import { nearState } from '../../src/near-state.ts'
import { readText } from '../../src/read-match.ts'
import { createRouteIndex } from '../../src/route-index.ts'
import { canonicalState, readState } from '../../src/state.ts'
import type { NamedRoute, Table } from '../../src/table.ts'
import { fragmentOf, toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { get } from '../serve/http/bounded-get.ts'
import { adoptedReadables, isAdopted } from '../site/adopted-pages.ts'
import { prettyOf, type StateShape, stateShape } from '../site/adopted-urls.ts'
import type { Config } from '../site/config.ts'
import { type ImportedApp, importApps } from '../site/site-states.ts'
import { stateUrl } from '../site/site-urls.ts'
import { readDocument } from '../tools/crawl/document.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import { type Findings, printFindings } from './inspect-findings.ts'
import { answerState } from './inspect-state.ts'
import { asUsage, readSite, type SiteFlags } from './open-site.ts'
import { type AddCommand, examples, option } from './shared-options.ts'
import { EXIT, type Terminal, UsageError, WorkError } from './terminal.ts'

interface InspectFlags extends SiteFlags {
  readonly page?: string
  readonly json?: boolean
}

/** Time limit of another site's answer, in ms. */
const TIMEOUT = 15_000

export const inspectCommand: AddCommand = (program, run) => {
  program
    .command('inspect')
    .description('print everything about one state: route, status, warnings, waits, head, text')
    .argument('<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site')
    .addOption(option.config())
    .addOption(option.origin())
    .option('--page <path>', 'the page of the state, if the site has several')
    .addOption(option.json())
    .addHelpText(...examples('inspect /word/ajax', 'inspect https://example.com/#!/word/ajax'))
    .action(run(runInspect))
}

async function runInspect(terminal: Terminal, address: string, flags: InspectFlags) {
  const findings = /^https?:/.test(address)
    ? await inspectUrl(address)
    : await inspectState(address, flags)
  const { body, ...facts } = findings
  const { title, description, canonical, robots, text } = readDocument(body)
  const head = { title, description, canonical, robots: robots || undefined }
  terminal.result({ ...facts, head, text })
  if (!terminal.json) printFindings(terminal, findings, head, text)
  return findings.status === 200 && findings.allowed !== false ? EXIT.ok : EXIT.finding
}

async function inspectUrl(url: string): Promise<Findings> {
  const pretty = (URL.canParse(url) ? toPrettyUrl(url) : null) ?? url
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
  return {
    pretty,
    ugly,
    allowed: robots.allows(ugly),
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    time: performance.now() - started,
    body: answer.body.toString('utf8'),
    size: answer.body.length,
  }
}

async function inspectState(address: string, flags: InspectFlags): Promise<Findings> {
  const config = await readSite(flags)
  const { fragment, path } = splitAddress(address, config.origin)
  const page = pageOf(Object.keys(config.pages), flags.page ?? path)
  const settings = config.pages[page]
  if (settings && isAdopted(settings)) return inspectAdopted(config, page, fragment)
  const given = stateFrom(fragment, stateShape('#!'))
  const apps = await asUsage(() => importApps(config))
  const { routes } = apps.find((app) => app.page === page) as ImportedApp
  const text = meantState(given, routes.match)
  const match = routes.match(text)
  const state = canonicalState(text)
  const pretty = stateUrl(routes.scheme, config.origin + page, state)
  const { readable } = routes.options
  return {
    pretty,
    ugly: toUglyUrl(pretty, { fragmentTag: true }) ?? pretty,
    readable: readable && stateUrl(readable, config.origin + page, state),
    route: match && {
      name: match.name,
      params: match.params,
      search: match.search,
      anchor: match.anchor,
    },
    refused: [...refusals(routes, text), nearState(routes, text)].filter(
      (one) => one !== undefined,
    ),
    ...(await answerState(config, () => ({ state: text, target: toUglyUrl(`${page}#!${text}`) }))),
  }
}

/** An adopted page has no routes. @throws {UsageError} When it is not a state. */
async function inspectAdopted(config: Config, page: string, fragment: string): Promise<Findings> {
  let shape = stateShape('#!')
  let state = ''
  let target: string | null = null
  const answer = await answerState(config, (site) => {
    shape = stateShape(site.statesOf(page) ?? '#!')
    state = canonicalState(stateFrom(fragment, shape))
    target = toUglyUrl(`${page}#!${state}`)
    return { state, target }
  })
  const readable = adoptedReadables(config.pages).get(page)
  return {
    pretty: shape.fragmentUrl(config.origin + page, state),
    ugly: config.origin + target,
    readable: readable && stateUrl(readable, config.origin + page, state),
    ...answer,
  }
}

/** Splits an address of the site, pretty or ugly, into its page and its fragment. */
function splitAddress(address: string, origin: string): { fragment: string; path?: string } {
  if (!/^[^#]+#!|\?(?:[^#]*&)?_escaped_fragment_=/.test(address)) return { fragment: address }
  const url = origin + address.replace(/^(?!\/)/, '/')
  const pretty = prettyOf(url) ?? url
  return { fragment: fragmentOf(pretty), path: new URL(pretty).pathname }
}

/** @throws {UsageError} For a fragment that is no state of the page. */
function stateFrom(fragment: string, { prefix, stateOf }: StateShape): string {
  const text = fragment.replace(/^#!?/, '')
  if (text === '' || !fragment.startsWith('#')) return text
  const state = stateOf(fragment)
  if (state !== null) return state
  const meant = prefix + (prefix.endsWith('/') ? text.replace(/^\//, '') : text)
  throw new UsageError(
    `"${fragment}" is no state of this page: its states begin with "${prefix}". Did you mean "${meant}"?`,
  )
}

/** The page of the state. A site's only page needs no name. */
function pageOf(pages: readonly string[], path: string | undefined): string {
  const [only, ...others] = pages
  if (path === undefined && only !== undefined && others.length === 0) return only
  const found = pages.find((page) => page === (path ?? '/'))
  if (found !== undefined) return found
  throw new UsageError(diagnosis('HB113', path ?? '/', [...pages]))
}

/** Explains why routes refuse a state that their pattern fits, in the order of the table. */
function refusals(table: Table, state: string): string[] {
  const taken = table.match(state)?.name
  return [...table.all.values()].flatMap((route) => {
    const refusal = route.page && route.name !== taken ? refusalOf(route, state) : undefined
    return refusal ? [diagnosis('HB111', route.name, route.pattern.source, ...refusal)] : []
  })
}

/**
 * @returns The key, such as `the param "id"`, and its text, or texts; undefined when a required one
 *   is missing.
 */
function refusalOf(route: NamedRoute, state: string): [key: string, value: unknown] | undefined {
  const parts = readState(state)
  const index = createRouteIndex<NamedRoute>()
  index.add({ ...route, params: {}, query: undefined, sure: true })
  const fits = index.find(state)
  if (!fits) return undefined
  for (const [name, text] of Object.entries(fits.params)) {
    if (readText(route.params[name], text as string) === undefined)
      return [`the param "${name}"`, text]
  }
  for (const [key, codec] of route.query?.codecs ?? []) {
    const texts = parts.pairs.flatMap(([name, text]) => (name === key ? [text] : []))
    const [first] = texts
    const isAbsent = first === undefined && !('repeats' in codec)
    if (isAbsent && 'fallback' in codec) continue
    const value = 'repeats' in codec ? texts : first
    if (value === undefined || readText(codec, value) === undefined)
      return [`the search key "${key}"`, value]
  }
  return route.query?.schemas.length
    ? ['the search', parts.pairs.map((pair) => pair.join('=')).join('&')]
    : undefined
}
