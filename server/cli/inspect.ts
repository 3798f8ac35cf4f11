// `hashbang inspect STATE|URL`: everything that is known of one state: which route takes it, what it loads,
// what its head says, what crawlers are answered. For a page that is missing from an index.

import type { Command } from 'commander'
import { html } from '../../src/html.ts'
import type { Resolution } from '../../src/page.ts'
import { canonicalState } from '../../src/state.ts'
import { toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import { htmlView } from '../../src/view.ts'
import { get, USER_AGENT } from '../crawl/http.ts'
import { openReader } from '../crawl/reader.ts'
import { readRobots } from '../crawl/robots-policy.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { mapStack } from '../diagnostics/source-maps.ts'
import { pageTable } from '../render/page-table.ts'
import { ViewImports } from '../render/view-imports.ts'
import { isAdopted } from '../site/adopted-pages.ts'
import { type Change, deriveTable } from '../site/derived-table.ts'
import { stateUrl } from '../site/state-url.ts'
import type { OpenApp } from '../site/states.ts'
import { type AnsweredState, answerState } from './answer-state.ts'
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
  readonly text: boolean
  readonly json?: boolean
}

/** Of other sites only the answer is known. */
type Answered = Pick<AnsweredState, 'status' | 'headers' | 'time' | 'body' | 'size'> &
  Partial<AnsweredState>

/** What was found out; all that is there is printed. */
export interface Findings extends Answered {
  readonly pretty: string
  readonly ugly: string
  /** The address for everyone, where the page has such. */
  readonly readable?: string | undefined
  readonly route?: unknown
  /** Routes that would take the state, but for what they refuse. */
  readonly refused?: readonly string[]
  readonly loaded?: unknown
  /** Whether robots.txt lets crawlers ask. */
  readonly allowed?: boolean
}

/** Adds the command. */
export function inspectCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('inspect')
    .description(
      'tell all about one state: route, data, status and its cause, warnings, waits, head, text',
    )
    .argument('<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site')
    .addOption(configOption())
    .option('--page <path>', 'which page the state is of, where the site has several')
    .addOption(timeoutOption(15_000))
    .option('--no-text', 'leave out the text of the snapshot')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('inspect /word/ajax', 'inspect https://example.com/#!/word/ajax --no-text'),
    )
    .action((state: string, flags: InspectFlags) => run(runInspect(state, flags)))
}

async function runInspect(asked: string, flags: InspectFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const findings = /^https?:/.test(asked)
    ? await inspectUrl(asked, flags.timeout)
    : await inspectState(asked, flags)
  const { body, ...facts } = findings
  const reader = openReader(flags.timeout)
  const read = await reader.document(body)
  await reader.close()
  if ('unreadable' in read) throw new UsageError(`Cannot read ${facts.ugly}: ${read.unreadable}`)
  const { title, description, canonical, robots, text } = read
  const head = { title, description, canonical, robots: robots || undefined }
  terminal.result({ ...facts, head, text })
  if (!terminal.json) printFindings(terminal, findings, head, flags.text ? text : '')
  return findings.status === 200 && findings.allowed !== false ? EXIT.ok : EXIT.finding
}

async function inspectUrl(url: string, timeout: number): Promise<Findings> {
  const pretty = (URL.canParse(url) ? toPrettyUrl(url) : null) ?? url
  const ugly = URL.canParse(url) ? toUglyUrl(pretty, { fragmentTag: true }) : null
  if (ugly === null) throw new UsageError(`Cannot inspect "${url}": give a URL with #!, or a state`)
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
    loaded: { ...told(resolution), ...(waiting.length > 0 && { waiting }), time: Math.round(time) },
    ...answer,
  }
}

/** The page that is asked about: the only one need not be named. */
function pageOf(pages: readonly string[], asked: string | undefined): string {
  const [only, ...others] = pages
  if (asked === undefined && only !== undefined && others.length === 0) return only
  const found = pages.find((page) => page === (asked ?? '/'))
  if (found !== undefined) return found
  throw new UsageError(diagnosis('HB113', asked ?? '/', [...pages]))
}

/** In the place of all views: they need a document, which the worker has and this process has not. */
const NO_VIEW = async () => ({ default: htmlView(() => html``) })

const withoutViews: Change = ({ view, error, notFound }) => ({
  ...(view && { view: NO_VIEW }),
  ...(error && { error: NO_VIEW }),
  ...(notFound && { notFound: NO_VIEW }),
})

/** Loads a state without its views, for as long as it may take. @returns What it came to, and what it still waited for. */
async function load(
  { routes, context }: OpenApp,
  state: string,
  timeout: number,
): Promise<{ resolution: Resolution; waiting: readonly string[] }> {
  const late = new AbortController()
  // Not AbortSignal.timeout: nothing else may keep the process alive while a loader hangs.
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

/** What a resolution says; what a loader or view threw is told in full. */
function told(resolution: Resolution): object {
  if (resolution.type === 'redirect') return { type: 'redirect', to: resolution.state }
  if (resolution.type === 'aborted') return { type: 'aborted' }
  const { type, status, error } = resolution
  const failure = error instanceof Error ? mapStack(error.stack ?? error.message) : error
  return { type, status, ...(error === undefined ? {} : { error: String(failure) }) }
}
