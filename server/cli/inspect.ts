// `hashbang inspect STATE|URL`: explains why a page may be missing from an index: its route, data,
// head and the response to crawlers.

import type { Command } from 'commander'
import { html } from '../../src/html.ts'
import type { Resolution } from '../../src/resolution.ts'
import { canonicalState } from '../../src/state.ts'
import { toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import { htmlView } from '../../src/view.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { mapStack } from '../diagnostics/source-maps.ts'
import { isAdopted } from '../site/adopted-pages.ts'
import { type Change, deriveTable } from '../site/derived-table.ts'
import { stateUrl } from '../site/state-url.ts'
import type { OpenApp } from '../site/states.ts'
import { pageTable } from '../snapshot/worker/page-table.ts'
import { ViewImports } from '../snapshot/worker/view-imports.ts'
import { readDocument } from '../tools/crawl/document.ts'
import { get, USER_AGENT } from '../tools/crawl/http.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import { answerState } from './answer-state.ts'
import type { Findings } from './findings.ts'
import { inspectAdopted } from './inspect-adopted.ts'
import { openSite, readSite } from './open-site.ts'
import { configOption, examples, jsonOption, timeoutOption } from './options.ts'
import { printFindings } from './print-findings.ts'
import { refusals } from './refusals.ts'
import { createTerminal, EXIT, type Exit, UsageError, WorkError } from './terminal.ts'

interface InspectFlags {
  readonly config?: string
  readonly page?: string
  readonly timeout: number
  readonly json?: boolean
}

export function inspectCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('inspect')
    .description(
      'print everything about one state: route, data, status, warnings, waits, head, text',
    )
    .argument('<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site')
    .addOption(configOption())
    .option('--page <path>', 'the page of the state, if the site has several')
    .addOption(timeoutOption(15_000))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('inspect /word/ajax', 'inspect https://example.com/#!/word/ajax'),
    )
    .action((state: string, flags: InspectFlags) => run(runInspect(state, flags)))
}

async function runInspect(asked: string, flags: InspectFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const findings = /^https?:/.test(asked)
    ? await inspectUrl(asked, flags.timeout)
    : await inspectState(asked, flags)
  const { body, ...facts } = findings
  const read = readDocument(body)
  const { title, description, canonical, robots, text } = read
  const head = { title, description, canonical, robots: robots || undefined }
  terminal.result({ ...facts, head, text })
  if (!terminal.json) printFindings(terminal, findings, head, text)
  return findings.status === 200 && findings.allowed !== false ? EXIT.ok : EXIT.finding
}

async function inspectUrl(url: string, timeout: number): Promise<Findings> {
  const pretty = (URL.canParse(url) ? toPrettyUrl(url) : null) ?? url
  const ugly = URL.canParse(url) ? toUglyUrl(pretty, { fragmentTag: true }) : null
  if (ugly === null) throw new UsageError(`Cannot inspect "${url}": pass a URL with #!, or a state`)
  const options = { userAgent: USER_AGENT, timeout }
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

async function inspectState(
  given: string,
  { config: file, page: asked, timeout }: InspectFlags,
): Promise<Findings> {
  const config = await readSite(file)
  const path = pageOf(Object.keys(config.pages), asked)
  const adopted = config.pages[path]
  if (adopted && isAdopted(adopted)) return inspectAdopted(config, path, given)
  const text = given.replace(/^#!/, '')
  const app = (await openSite(config)).find(({ page }) => page === path) as OpenApp
  const { page } = app
  const match = app.routes.match(text)
  const started = performance.now()
  const { resolution, waiting } = await load(app, text, timeout)
  const time = performance.now() - started
  const state = 'state' in resolution ? resolution.state : canonicalState(text)
  const pretty = stateUrl(app.routes.scheme, config.origin + page, state)
  const answer = await answerState(config, () => ({
    state: text,
    target: toUglyUrl(`${page}#!${text}`),
  }))
  const { readable } = app.routes.options
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
    refused: refusals(app.routes, text).map(({ route, pattern, key, value }) =>
      diagnosis('HB111', route, pattern, key, value),
    ),
    loaded: {
      ...resolutionJson(resolution),
      ...(waiting.length > 0 && { waiting }),
      time: Math.round(time),
    },
    ...answer,
  }
}

/** The page of the state. A site's only page needs no name. */
function pageOf(pages: readonly string[], asked: string | undefined): string {
  const [only, ...others] = pages
  if (asked === undefined && only !== undefined && others.length === 0) return only
  const found = pages.find((page) => page === (asked ?? '/'))
  if (found !== undefined) return found
  throw new UsageError(diagnosis('HB113', asked ?? '/', [...pages]))
}

/** Replaces all views: they need a document, which this process does not have. */
const NO_VIEW = async () => ({ default: htmlView(() => html``) })

const withoutViews: Change = ({ view, error, notFound }) => ({
  ...(view && { view: NO_VIEW }),
  ...(error && { error: NO_VIEW }),
  ...(notFound && { notFound: NO_VIEW }),
})

/** Loads a state without its views. @returns The result and the pending loads. */
async function load(
  { routes, context }: OpenApp,
  state: string,
  timeout: number,
): Promise<{ resolution: Resolution; waiting: readonly string[] }> {
  const late = new AbortController()
  // Not AbortSignal.timeout: while a loader hangs, only this timer keeps the process alive.
  const timer = setTimeout(() => late.abort(), timeout)
  const waiting = new Set<string>()
  const views = new ViewImports()
  views.openHere()
  const watched = pageTable(deriveTable(routes, withoutViews), views, waiting)
  const options = { context: context as never, signal: late.signal }
  const resolution = await watched.resolve(state, options)
  clearTimeout(timer)
  return { resolution, waiting: resolution.type === 'aborted' ? [...waiting] : [] }
}

/** A resolution as JSON, with the full error of a loader or view. */
function resolutionJson(resolution: Resolution): object {
  if (resolution.type === 'redirect') return { type: 'redirect', to: resolution.state }
  if (resolution.type === 'aborted') return { type: 'aborted' }
  const { type, status, error } = resolution
  const failure = error instanceof Error ? mapStack(error.stack ?? error.message) : error
  return { type, status, ...(error === undefined ? {} : { error: String(failure) }) }
}
