// `hashbang verify URL`: compares what a real Chromium shows for each state with its snapshot.

import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import colours from 'picocolors'
import { type FetchOptions, USER_AGENT } from '../crawl/http.ts'
import { isUgly, stateUrl } from '../crawl/links.ts'
import { readRobots } from '../crawl/robots.ts'
import { readSitemaps } from '../crawl/sitemaps.ts'
import { crawl } from '../crawl.ts'
import type { Verdict } from '../verify/compare.ts'
import { junitReport } from '../verify/junit.ts'
import { htmlReport } from '../verify/report.ts'
import { sampleOf } from '../verify/sample.ts'
import { describe } from '../verify/words.ts'
import { type Checked, verify } from '../verify.ts'
import { concurrencyOption, jsonOption, timeoutOption, whole } from './options.ts'
import { asUsage } from './site.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

interface VerifyFlags {
  readonly sample: number
  readonly seed?: number
  readonly states?: string
  readonly concurrency: number
  readonly timeout: number
  readonly pictures: number
  readonly report?: string
  readonly junit?: string
  readonly exact?: boolean
  readonly json?: boolean
}

/** Adds the command. */
export function verifyCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('verify')
    .description('compare what a browser shows for each state with what crawlers get')
    .argument(
      '<url>',
      'a site, ours or not; its states are taken from its sitemap, or else crawled',
    )
    .option('--sample <n>', 'how many states, drawn at random', whole(1), 100)
    .option('--seed <n>', 'draw the same states again', whole(0, 2 ** 32 - 1))
    .option('--states <file>', 'take the URLs from a file, one a line')
    .addOption(concurrencyOption(4, 'pages at a time'))
    .addOption(timeoutOption(15_000))
    .option('--pictures <n>', 'pictures of so many states that are the same, too', whole(0), 6)
    .option('--report <file>', 'write a report to look at, one HTML file')
    .option('--junit <file>', 'write JUnit XML')
    .option('--exact', 'count what a snapshot leaves out as a finding')
    .addOption(jsonOption())
    .action((url: string, flags: VerifyFlags) => run(runVerify(url, flags)))
}

async function runVerify(site: string, flags: VerifyFlags): Promise<Exit> {
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) {
    throw new UsageError(`Cannot verify "${site}": give a URL such as https://example.com/`)
  }
  const terminal = createTerminal(flags)
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32)
  const { sample, total } = await sampleOf(urlsOf(site, flags), flags.sample, seed)
  if (sample.length === 0) {
    throw new UsageError(
      `${site} has no states: it names none in a sitemap, and no page of it links to #!… or has the fragment tag`,
    )
  }
  const isDrawn = sample.length < total
  if (isDrawn)
    terminal.note(`${count(sample.length, 'state')} of ${total}, drawn with --seed ${seed}`)
  const progress = terminal.progress('Verified', sample.length)
  const { concurrency, timeout, pictures } = flags
  const results = await asUsage(
    verify({
      urls: sample,
      concurrency,
      timeout,
      pictures: flags.report === undefined ? 0 : pictures,
      onChecked(checked) {
        tell(terminal, checked)
        progress.step()
      },
    }),
  )
  progress.stop()
  const facts = { site, seed: isDrawn ? seed : undefined, total, when: new Date() }
  if (flags.report !== undefined) await writeFile(flags.report, htmlReport(results, facts))
  if (flags.junit !== undefined) await writeFile(flags.junit, junitReport(results, site))
  const counts = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  terminal.result({ site, seed, total, results: results.map(({ pictures: _, ...rest }) => rest) })
  terminal.line(
    `${count(results.length, 'state')}: ${counts('same')} same, ${counts('subset')} subset, ${colours.bold(`${counts('different')} different`)}, ${counts('failed')} failed.`,
  )
  if (flags.report !== undefined) terminal.line(`Report: ${flags.report}`)
  const isFound = (result: Checked) =>
    result.verdict === 'different' ||
    result.verdict === 'failed' ||
    (flags.exact && result.verdict === 'subset')
  return results.some(isFound) ? EXIT.finding : EXIT.ok
}

const COLOUR: Readonly<Record<Verdict, (text: string) => string>> = {
  same: colours.green,
  subset: colours.yellow,
  different: colours.red,
  failed: colours.magenta,
}

function tell(terminal: Terminal, { url, verdict, differences, reason }: Checked): void {
  terminal.line(`${COLOUR[verdict](verdict.padEnd(9))} ${url}${reason ? `  ${reason}` : ''}`)
  for (const difference of differences) terminal.line(colours.dim(`    ${describe(difference)}`))
}

/** The states of a site: those of a file, those that its sitemap lists, or those that a crawl finds. */
async function* urlsOf(site: string, flags: VerifyFlags): AsyncGenerator<string> {
  if (flags.states !== undefined) {
    const text = await readFile(flags.states, 'utf8').catch((error: Error) => {
      throw new UsageError(`Cannot read --states ${flags.states}: ${error.message}`)
    })
    for (const line of text.split(/\r?\n/)) {
      if (URL.canParse(line.trim(), site)) yield new URL(line.trim(), site).href
    }
    return
  }
  const fetching: FetchOptions = { userAgent: USER_AGENT, timeout: flags.timeout }
  const { origin } = new URL(site)
  const robots = await readRobots(origin, fetching)
  const sitemaps = robots.sitemaps.length > 0 ? robots.sitemaps : [`${origin}/sitemap.xml`]
  let any = false
  for await (const item of readSitemaps(sitemaps, fetching)) {
    if (item.type === 'unreadable' || !URL.canParse(item.url) || isUgly(item.url)) continue
    any = true
    // A sitemap may name the site by another origin than the one that is verified.
    const { pathname, search, hash } = new URL(item.url)
    yield stateUrl(origin + pathname + search + hash)
  }
  if (any) return
  const limits = { limit: flags.sample * 4, depth: 50, concurrency: flags.concurrency }
  const { visits } = await crawl({ start: site, ...limits, timeout: flags.timeout })
  for (const { url, ugly, status } of visits) if (ugly !== undefined && status === 200) yield url
}
