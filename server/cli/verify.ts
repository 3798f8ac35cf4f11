// `hashbang verify URL`: compares each state in a real Chromium with its snapshot.

import { diagnosis } from '../diagnostics/diagnosis.ts'
import { shapeOf } from '../site/adopted-pages.ts'
import type { StatePrefix } from '../site/adopted-urls.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import type { StatePages } from '../tools/crawl/state-addresses.ts'
import { describeDifference, type PageVerdict } from '../tools/verify/compare-pages.ts'
import { htmlReport, junitReport } from '../tools/verify/reports.ts'
import { sampleOf } from '../tools/verify/sample.ts'
import { type Checked, verifyStates } from '../tools/verify/verify-states.ts'
import { asUsage } from './open-site.ts'
import { writeOutput } from './output-file.ts'
import { type AddCommand, examples, option, readSiteUrl, wholeNumber } from './shared-options.ts'
import { bold, count, dim, green, magenta, red, type Styled, styled, yellow } from './styled.ts'
import { EXIT, type Terminal, UsageError, until, WorkError } from './terminal.ts'
import { urlsToVerify } from './verify-urls.ts'

interface VerifyFlags {
  readonly sample: number
  readonly seed?: number
  readonly json?: boolean
  readonly states?: string
  readonly fragments?: StatePrefix
  readonly readable?: string
  readonly concurrency: number
  readonly timeout: number
  readonly report?: string
  readonly junit?: string
  readonly exact?: boolean
  readonly sandbox: boolean
}

/** Most states with pictures in the report, which is one file. */
const PICTURES = { same: 6, other: 60 }

export const verifyCommand: AddCommand = (program, run) => {
  program
    .command('verify')
    .description('compare the page of each state in Chromium with its snapshot')
    .argument('<url>', 'any site; its states come from its sitemap or from a crawl')
    .option('--sample <n>', 'number of states, chosen at random', wholeNumber(1), 100)
    .option('--seed <n>', 'number that chooses the same states again', wholeNumber(0, 2 ** 32 - 1))
    .option('--states <file>', 'read the URLs from a file, one on each line')
    .addOption(option.fragments())
    .option('--readable <prefix>', 'with --fragments, the prefix of readable addresses')
    .addOption(option.concurrency(4, 'pages at a time'))
    .addOption(option.timeout(15_000))
    .option('--report <file>', 'write a report as HTML')
    .option('--junit <file>', 'write JUnit XML')
    .addOption(option.sandbox())
    .option('--exact', 'count text that a snapshot leaves out as a difference')
    .addOption(option.json())
    .addHelpText(
      ...examples(
        'verify https://example.com/ --sample 200 --report report.html',
        'verify http://localhost:3000/ --states states.txt --junit verify.xml',
        "verify http://localhost:3000/ --fragments '#/'",
      ),
    )
    .action(run(runVerify))
}

/** The states that one run compares. */
type Selection = Awaited<ReturnType<typeof selectStates>>

async function runVerify(terminal: Terminal, site: string, flags: VerifyFlags) {
  readSiteUrl('verify', site)
  const { signal } = terminal
  const selection = await selectStates(site, flags, terminal)
  const { urls, total, seed } = selection
  const results = await compareStates(selection, flags, terminal)
  await writeReports(site, selection, results, flags)
  terminal.result({ site, seed, total, results: results.map(({ pictures: _, ...rest }) => rest) })
  const counts = (verdict: PageVerdict) =>
    results.filter((result) => result.verdict === verdict).length
  terminal.line(
    styled`${count(results.length, 'state')}: ${counts('same')} same, ${counts('subset')} subset, ${bold(`${counts('different')} different`)}, ${counts('failed')} failed.`,
  )
  if (flags.report !== undefined) terminal.line(`Report: ${flags.report}`)
  if (signal.aborted) {
    terminal.note(`Interrupted: ${count(results.length, 'state')} of ${urls.length} were compared.`)
    return EXIT.interrupted
  }
  const isBad = ({ verdict }: Checked) =>
    verdict === 'different' || verdict === 'failed' || (flags.exact && verdict === 'subset')
  return results.some(isBad) ? EXIT.finding : EXIT.ok
}

/** @throws {UsageError} When the site has no states. */
async function selectStates(site: string, flags: VerifyFlags, terminal: Terminal) {
  const { signal } = terminal
  const hidden = hiddenOf(site, flags)
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32)
  await checkReachable(site, flags.timeout)
  const { sample, total } = await sampleOf(
    until(signal, urlsToVerify({ site, flags: { ...flags, hidden }, terminal })),
    flags.sample,
    seed,
  )
  if (sample.length === 0 && !signal.aborted)
    throw new UsageError(
      `${site} has no states: its sitemap names none, and none of its pages links to #!… or has the fragment tag. Correct the URL, or list the states with --states. If they begin with "#" alone, set --fragments "#/"`,
    )
  if (sample.length < total)
    terminal.note(`${count(sample.length, 'state')} of ${total}, chosen with --seed ${seed}`)
  return { urls: sample, total, seed, hidden }
}

async function compareStates(
  { urls, hidden }: Selection,
  { concurrency, timeout, sandbox, report }: VerifyFlags,
  terminal: Terminal,
): Promise<readonly Checked[]> {
  const progress = terminal.progress('Verified', urls.length)
  const results = await asUsage(() =>
    verifyStates({
      ...{ urls, concurrency, timeout, sandbox, hidden, signal: terminal.signal },
      pictures: report === undefined ? undefined : PICTURES,
      onChecked(checked) {
        printVerdict(terminal, checked)
        progress.step()
      },
    }),
  )
  progress.stop()
  return results
}

async function writeReports(
  site: string,
  { urls, total, seed }: Selection,
  results: readonly Checked[],
  { report, junit }: VerifyFlags,
): Promise<void> {
  if (report !== undefined) {
    const isGood = results.every(({ verdict }) => verdict === 'same' || verdict === 'subset')
    const heading = isGood
      ? 'Crawlers get the page that people get'
      : 'Crawlers get another page than people'
    const facts = { command: 'hashbang verify', heading, site, total }
    const isSample = urls.length < total
    await writeOutput(report, htmlReport(results, { ...facts, seed: isSample ? seed : undefined }))
  }
  if (junit !== undefined) await writeOutput(junit, junitReport(results, site))
}

/** @throws {UsageError} When the readable prefix is invalid, or the states have no use for it. */
function hiddenOf(site: string, { fragments, readable }: VerifyFlags): StatePages | undefined {
  if (fragments === undefined || fragments.startsWith('#!')) {
    if (readable === undefined) return undefined
    throw new UsageError(
      `Cannot use --readable "${readable}": it is for states that begin with "#" alone. Add --fragments "#/", or leave --readable out`,
    )
  }
  try {
    const { origin, pathname: page } = new URL(site)
    const shape = shapeOf({ page, states: fragments, readableAt: readable })
    return { shape, pageUrl: origin + page }
  } catch (error) {
    throw new UsageError(`Cannot verify ${site} --readable "${readable}": ${error}`)
  }
}

/** @throws {WorkError} When the site does not respond. */
async function checkReachable(site: string, timeout: number): Promise<void> {
  const { missing } = await readRobots(new URL(site).origin, { timeout })
  if (missing && !missing.answered) throw new WorkError(diagnosis('HB112', site, missing.reason))
}

const COLOUR: Readonly<Record<PageVerdict, (text: string) => Styled>> = {
  same: green,
  subset: yellow,
  different: red,
  failed: magenta,
}

function printVerdict(terminal: Terminal, { url, verdict, differences, reason }: Checked): void {
  terminal.line(styled`${COLOUR[verdict](verdict.padEnd(9))} ${url}${reason ? `  ${reason}` : ''}`)
  for (const difference of differences) terminal.line(dim(`    ${describeDifference(difference)}`))
}
