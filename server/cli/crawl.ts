// `hashbang crawl URL`: what a crawler that follows the scheme finds on a site, and every breach.

import { type Command, Option } from 'commander'
import { BREACHES, type Breach, type BreachCode } from '../crawl/breaches.ts'
import { USER_AGENT } from '../crawl/http.ts'
import { type CrawlReport, crawl } from '../crawl/run.ts'
import type { Visit } from '../crawl/visit.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import type { StatePrefix } from '../site/state-shape.ts'
import { interruption } from './interrupt.ts'
import {
  concurrencyOption,
  examples,
  fragmentsOption,
  jsonOption,
  timeoutOption,
  whole,
} from './options.ts'
import { readSiteUrl } from './site-url.ts'
import { bold, cyan, dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, WorkError } from './terminal.ts'

interface CrawlFlags {
  readonly limit: number
  readonly depth: number
  readonly concurrency: number
  readonly timeout: number
  readonly userAgent: string
  readonly as: 'scheme' | 'plain'
  readonly fragments: StatePrefix
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
    .addOption(
      new Option(
        '--as <reader>',
        'scheme: one that asks for ugly URLs; plain: one that cuts fragments and goes by links alone',
      )
        .choices(['scheme', 'plain'])
        .default('scheme'),
    )
    .addOption(fragmentsOption())
    .option('--strict', 'count warnings as findings')
    .option('--quiet', 'list breaches only')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'crawl https://example.com/',
        'crawl http://localhost:3000/ --limit 50 --strict --json',
        'crawl https://example.com/ --as plain',
        "crawl http://localhost:3000/ --fragments '#/'",
      ),
    )
    .action((url: string, flags: CrawlFlags) => run(runCrawl(url, flags)))
}

async function runCrawl(url: string, flags: CrawlFlags): Promise<Exit> {
  readSiteUrl('crawl', url)
  const terminal = createTerminal(flags)
  const progress = terminal.progress('Visited', flags.limit)
  const { limit, depth, concurrency, timeout, userAgent, as, fragments } = flags
  const signal = interruption()
  const report = await crawl({
    start: url,
    limit,
    depth,
    concurrency,
    timeout,
    userAgent,
    ...{ as, fragments },
    signal,
    onVisit(visit) {
      if (!flags.quiet) terminal.line(describe(visit))
      progress.step()
    },
  })
  progress.stop()
  if (report.unreachable !== undefined && !signal.aborted) {
    throw new WorkError(diagnosis('HB112', url, report.unreachable))
  }
  terminal.result(report)
  summarise(terminal, report, flags)
  if (signal.aborted) {
    terminal.note('Interrupted: this is what was found until then.')
    return EXIT.interrupted
  }
  const counted = report.breaches.filter(({ severity }) => flags.strict || severity === 'error')
  return counted.length > 0 ? EXIT.finding : EXIT.ok
}

function describe({ status, url, title, redirect }: Visit): Styled {
  const code = status === 200 ? green(status) : status > 0 && status < 400 ? cyan(status) : null
  const said = redirect === undefined ? (title ?? '') : `-> ${redirect}`
  return styled`${code ?? red(status || '---')} ${url} ${dim(said)}`
}

/** How many places of one breach are shown. */
const EXAMPLES = 5

function summarise(terminal: Terminal, report: CrawlReport, flags: CrawlFlags): void {
  const { visits, breaches, blocked, left, optedOut, reach } = report
  terminal.line()
  const byCode = new Map<BreachCode, Breach[]>()
  for (const breach of breaches) {
    byCode.set(breach.code, [...(byCode.get(breach.code) ?? []), breach])
  }
  for (const [code, found] of byCode) {
    const { severity, what, fix } = BREACHES[code]
    const mark = severity === 'error' ? red('✘') : yellow('!')
    terminal.line(styled`${mark} ${bold(what)} (${code}, ${found.length}): ${fix}`)
    for (const { url, detail } of found.slice(0, EXAMPLES)) {
      terminal.line(styled`    ${url}${detail ? dim(`  ${detail}`) : ''}`)
    }
    if (found.length > EXAMPLES) {
      terminal.line(
        dim(`    and ${count(found.length - EXAMPLES, 'more', 'more')} (--json has all)`),
      )
    }
  }
  if (flags.fragments.startsWith('#!') && (byCode.has('sitemap-ugly') || byCode.has('ugly-link'))) {
    terminal.line('Where states of an app begin with "#" alone, say so: --fragments "#/"')
  }
  if (optedOut) terminal.line('robots.txt opts out of the scheme: no ugly URL may be requested.')
  const states = visits.filter(({ ugly }) => ugly !== undefined).length
  terminal.line(
    `Visited ${count(visits.length, 'URL')}, ${count(states, 'state')} among them; ${count(blocked, 'URL')} forbidden by robots.txt${left > 0 ? `; ${count(left, 'URL')} left, as the limit was reached` : ''}.`,
  )
  if (reach) {
    const pages = new Set(
      visits.filter(({ status }) => status === 200).map(({ content }) => content),
    )
    terminal.line(
      `Without fragments and by links alone: ${count(pages.size, 'distinct page')}, ${reach.reached} of ${count(reach.listed, 'entry', 'entries')} of the sitemap.`,
    )
  }
  terminal.line(
    breaches.length === 0
      ? green('0 breaches.')
      : red(`${count(breaches.length, 'breach', 'breaches')}.`),
  )
}
