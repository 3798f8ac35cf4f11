// `hashbang inspect STATE|URL`: everything that is known of one state: which route takes it, what it loads,
// what its head says, what crawlers are answered. For a page that is missing from an index.

import type { Command } from 'commander'
import colours from 'picocolors'
import type { Resolution } from '../../src/page.ts'
import { canonicalState } from '../../src/state.ts'
import { fragmentState, toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import type { Config } from '../config.ts'
import { readDocument } from '../crawl/document.ts'
import { get, USER_AGENT } from '../crawl/http.ts'
import { readRobots } from '../crawl/robots.ts'
import { createHandler } from '../site.ts'
import { type OpenApp, urlOf } from '../sitemap/states.ts'
import { configOption, jsonOption, timeoutOption } from './options.ts'
import { asUsage, openSite, readSite } from './site.ts'
import { createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

interface InspectFlags {
  readonly config?: string
  readonly page: string
  readonly timeout: number
  readonly text: boolean
  readonly json?: boolean
}

/** What was found out; all that is there is printed. */
interface Findings {
  readonly pretty: string
  readonly ugly: string
  readonly route?: unknown
  readonly loaded?: unknown
  /** Whether robots.txt lets crawlers ask. */
  readonly allowed?: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** How long the answer took, in ms. */
  readonly time: number
  readonly body: string
}

/** Adds the command. */
export function inspectCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('inspect')
    .description('tell all about one state: route, data, head, status, headers, text')
    .argument('<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site')
    .addOption(configOption())
    .option('--page <path>', 'which page of the site the state is of', '/')
    .addOption(timeoutOption(15_000))
    .option('--no-text', 'leave out the text of the snapshot')
    .addOption(jsonOption())
    .action((state: string, flags: InspectFlags) => run(runInspect(state, flags)))
}

async function runInspect(asked: string, flags: InspectFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const findings = /^https?:/.test(asked)
    ? await inspectUrl(asked, flags.timeout)
    : await inspectState(asked.replace(/^#!/, ''), flags)
  const { body, ...facts } = findings
  const { title, description, canonical, robots, text } = readDocument(body)
  const head = { title, description, canonical, robots: robots || undefined }
  terminal.result({ ...facts, head, text })
  if (!terminal.json) print(terminal, findings, head, flags.text ? text : '')
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
  if (answer.type === 'failure') throw new UsageError(`Cannot ask for ${ugly}: ${answer.reason}`)
  return {
    pretty,
    ugly,
    allowed: robots.allows(ugly),
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    time: performance.now() - started,
    body: answer.body.toString('utf8'),
  }
}

async function inspectState(
  text: string,
  { config: file, page, timeout }: InspectFlags,
): Promise<Findings> {
  const config = await readSite(file)
  const app = (await openSite(config)).find((one) => one.page === page)
  if (app === undefined) {
    throw new UsageError(
      `There is no page "${page}": --page is one of ${Object.keys(config.pages).join(', ')}`,
    )
  }
  const match = app.routes.match(text)
  const signal = AbortSignal.timeout(timeout)
  const started = performance.now()
  const resolution = await app.routes.resolve(text, { context: app.context as never, signal })
  const time = performance.now() - started
  const state = 'state' in resolution ? resolution.state : canonicalState(text)
  const pretty = urlOf(config.origin, page, app.routes, state)
  const answer = await answerOf(config, app, text)
  return {
    pretty,
    ugly: toUglyUrl(pretty, { fragmentTag: true }) ?? pretty,
    route: match && {
      name: match.name,
      params: match.params,
      search: match.search,
      anchor: match.anchor,
    },
    loaded: { ...told(resolution), time },
    ...answer,
  }
}

/** What a resolution says; what a loader or view threw is told in full. */
function told(resolution: Resolution): object {
  if (resolution.type === 'redirect') return { type: 'redirect', to: resolution.state }
  if (resolution.type === 'aborted') return { type: 'aborted' }
  const { type, status, error } = resolution
  const failure = error instanceof Error ? (error.stack ?? error.message) : error
  return { type, status, ...(error === undefined ? {} : { error: String(failure) }) }
}

async function answerOf(
  config: Config,
  { page }: OpenApp,
  state: string,
): Promise<Pick<Findings, 'status' | 'headers' | 'body' | 'time'>> {
  const handler = await asUsage(createHandler({ ...config, workers: 1, cacheBytes: 0 }))
  try {
    const target = toUglyUrl(`${page}#!${state}`)
    if (target === null)
      throw new UsageError(`"${state}" has no ugly URL: it holds half a character`)
    const started = performance.now()
    const response = await handler({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return { status, headers, body: String(body), time }
  } finally {
    await handler.close()
  }
}

const ms = (time: number): string => `${time.toFixed(1)} ms`

function print(
  terminal: Terminal,
  { pretty, ugly, route, loaded, allowed, status, headers, time }: Findings,
  head: Readonly<Record<string, string | undefined>>,
  text: string,
): void {
  const row = (name: string, value: unknown) => {
    if (value !== undefined) terminal.line(`${colours.dim(name.padEnd(12))} ${value}`)
  }
  row('pretty', pretty)
  row('ugly', ugly)
  if (fragmentState(new URL(pretty).hash) === null) row('', 'the page without a fragment')
  row(
    'route',
    route === null ? colours.red('none takes this state') : route && JSON.stringify(route),
  )
  row('loaded', loaded && JSON.stringify(loaded))
  row(
    'robots.txt',
    allowed === undefined ? undefined : allowed ? 'allows it' : colours.red('forbids it'),
  )
  row('status', `${status === 200 ? colours.green(status) : colours.red(status)} in ${ms(time)}`)
  for (const [name, value] of Object.entries(headers)) row('', `${name}: ${value}`)
  for (const [name, value] of Object.entries(head)) row(name, value)
  if (text !== '') terminal.line(`\n${text}`)
}
