// `hashbang crawl URL`: what a crawler that follows the scheme finds on a site, and every breach.

import type { Command } from 'commander'
import colours from 'picocolors'
import { BREACHES, type Breach, type BreachCode } from '../crawl/breaches.ts'
import { USER_AGENT } from '../crawl/http.ts'
import type { Visit } from '../crawl/visit.ts'
import { type CrawlReport, crawl } from '../crawl.ts'
import { concurrencyOption, jsonOption, timeoutOption, whole } from './options.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

interface CrawlFlags {
  readonly limit: number
  readonly depth: number
  readonly concurrency: number
  readonly timeout: number
  readonly userAgent: string
  readonly strict?: boolean
  readonly quiet?: boolean
  readonly json?: boolean
}

/** Adds the command. */
export function crawlCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('crawl')
    .description('crawl a site as the scheme asks, and list what it does against the scheme')
    .argument('<url>', 'where to begin; any site, pretty URL or not')
    .option('--limit <n>', 'how many URLs to visit', whole(1), 1000)
    .option('--depth <n>', 'how many links away from the start or a sitemap', whole(0), 50)
    .addOption(concurrencyOption(8))
    .addOption(timeoutOption(15_000))
    .option('--user-agent <name>', 'the name that robots.txt may know', USER_AGENT)
    .option('--strict', 'count warnings as findings')
    .option('--quiet', 'list breaches only')
    .addOption(jsonOption())
    .action((url: string, flags: CrawlFlags) => run(runCrawl(url, flags)))
}

async function runCrawl(url: string, flags: CrawlFlags): Promise<Exit> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`Cannot crawl "${url}": give a URL such as https://example.com/`)
  }
  const terminal = createTerminal(flags)
  const progress = terminal.progress('Visited', flags.limit)
  const { limit, depth, concurrency, timeout, userAgent } = flags
  const report = await crawl({
    start: url,
    limit,
    depth,
    concurrency,
    timeout,
    userAgent,
    onVisit(visit) {
      if (!flags.quiet) terminal.line(describe(visit))
      progress.step()
    },
  })
  progress.stop()
  terminal.result(report)
  summarise(terminal, report)
  const counted = report.breaches.filter(({ severity }) => flags.strict || severity === 'error')
  return counted.length > 0 ? EXIT.finding : EXIT.ok
}

function describe({ status, url, title, redirect }: Visit): string {
  const code = status === 200 ? colours.green(status) : status < 400 ? colours.cyan(status) : null
  const said = redirect === undefined ? (title ?? '') : `-> ${redirect}`
  return `${code ?? colours.red(status || '---')} ${url} ${colours.dim(said)}`
}

/** How many places of one breach are shown. */
const EXAMPLES = 5

function summarise(terminal: Terminal, report: CrawlReport): void {
  const { visits, breaches, blocked, left, optedOut } = report
  terminal.line()
  const byCode = new Map<BreachCode, Breach[]>()
  for (const breach of breaches) {
    byCode.set(breach.code, [...(byCode.get(breach.code) ?? []), breach])
  }
  for (const [code, found] of byCode) {
    const { severity, what, fix } = BREACHES[code]
    const mark = severity === 'error' ? colours.red('✘') : colours.yellow('!')
    terminal.line(`${mark} ${colours.bold(what)} (${code}, ${found.length}): ${fix}`)
    for (const { url, detail } of found.slice(0, EXAMPLES)) {
      terminal.line(`    ${url}${detail ? colours.dim(`  ${detail}`) : ''}`)
    }
    if (found.length > EXAMPLES) {
      terminal.line(
        colours.dim(`    and ${count(found.length - EXAMPLES, 'more', 'more')} (--json has all)`),
      )
    }
  }
  if (optedOut) terminal.line('robots.txt opts out of the scheme: no ugly URL may be requested.')
  const states = visits.filter(({ ugly }) => ugly !== undefined).length
  terminal.line(
    `Visited ${count(visits.length, 'URL')}, ${count(states, 'state')} among them; ${count(blocked, 'URL')} forbidden by robots.txt${left > 0 ? `; ${count(left, 'URL')} left, as the limit was reached` : ''}.`,
  )
  terminal.line(
    breaches.length === 0
      ? colours.green('0 breaches.')
      : colours.red(`${count(breaches.length, 'breach', 'breaches')}.`),
  )
}
