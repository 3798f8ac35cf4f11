// `hashbang crawl URL`: crawls a site by the scheme and reports every breach.

import { diagnosis } from '../diagnostics/diagnosis.ts'
import { BREACHES, type Breach, type BreachCode } from '../tools/crawl/breaches.ts'
import { type CrawlReport, crawl } from '../tools/crawl/crawl-site.ts'
import type { CrawlVisit } from '../tools/crawl/crawl-visit.ts'
import { choice, defineCommand, flag, readSiteUrl, shared, wholeNumber } from './shared-options.ts'
import { bold, count, cyan, dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { type Terminal, WorkError } from './terminal.ts'

export const crawlCommand = defineCommand({
  name: 'crawl',
  description: 'crawl a site by the crawling scheme, and list its faults',
  argument: ['<url>', 'the first URL; any site'],
  flags: {
    limit: flag('--limit <n>', 'the most URLs to visit', wholeNumber(1), 1000),
    concurrency: shared.concurrency(8),
    timeout: shared.timeout(15_000),
    as: choice(
      '--as <reader>',
      'scheme: requests ugly URLs; plain: drops fragments and follows links alone',
      ['scheme', 'plain'],
      'scheme' as const,
    ),
    fragments: shared.fragments,
    json: shared.json,
  },
  examples: [
    'crawl https://example.com/',
    'crawl http://localhost:3000/ --limit 50 --json',
    'crawl https://example.com/ --as plain',
    "crawl http://localhost:3000/ --fragments '#/'",
  ],
  async work(command, flags, url) {
    readSiteUrl('crawl', url)
    const step = command.progress('Visited', flags.limit)
    const { signal } = command
    const report = await crawl({
      ...flags,
      start: url,
      signal,
      onVisit(visit) {
        command.line(describe(visit))
        step()
      },
    })
    if (report.unreachable !== undefined && !signal.aborted)
      throw new WorkError(diagnosis('HB112', url, report.unreachable))
    command.result(report)
    summarise(command, report, flags)
    return command.end(report.breaches.some(({ severity }) => severity === 'error'))
  },
})

function describe({ status, url, title, redirect }: CrawlVisit): Styled {
  const code = status === 200 ? green(status) : status > 0 && status < 400 ? cyan(status) : null
  const detail = redirect === undefined ? (title ?? '') : `-> ${redirect}`
  return styled`${code ?? red(status || '---')} ${url} ${dim(detail)}`
}

const EXAMPLES = 5

function summarise(
  terminal: Terminal,
  report: CrawlReport,
  { as, fragments }: Readonly<Record<'as' | 'fragments', string>>,
): void {
  const { visits, breaches, blocked, left, optedOut, reach } = report
  terminal.line()
  const byCode = new Map<BreachCode, Breach[]>()
  for (const breach of breaches)
    byCode.set(breach.code, [...(byCode.get(breach.code) ?? []), breach])
  for (const [code, all] of byCode) {
    const { severity, what, fix } = BREACHES[code]
    const mark = severity === 'error' ? red('✘') : yellow('!')
    terminal.line(styled`${mark} ${bold(what)} (${code}, ${all.length}): ${fix}`)
    for (const { url, detail } of all.slice(0, EXAMPLES))
      terminal.line(styled`    ${url}${detail ? dim(`  ${detail}`) : ''}`)
    if (all.length > EXAMPLES)
      terminal.line(dim(`    and ${count(all.length - EXAMPLES, 'more', 'more')} (--json has all)`))
  }
  const states = visits.filter(({ ugly }) => ugly !== undefined).length
  const isUgly = byCode.has('sitemap-ugly') || byCode.has('ugly-link')
  const isBlind = states === 0 && !optedOut && as === 'scheme'
  if (fragments.startsWith('#!') && (isUgly || isBlind))
    terminal.line(
      `${isBlind ? 'The crawl found no state after "#!". ' : ''}If the states of your app begin with "#" alone, set --fragments "#/"`,
    )
  if (optedOut) terminal.line('robots.txt forbids ugly URLs, so the crawl requested none.')
  terminal.line(
    `Visited ${count(visits.length, 'URL')}, ${count(states, 'state')} among them. robots.txt forbids ${count(blocked, 'URL')}.${left > 0 ? ` ${count(left, 'URL')} left: raise --limit to visit them.` : ''}`,
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
