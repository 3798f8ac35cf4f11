// `hashbang verify URL`: compares each state in a real Chromium with its snapshot.

import { diagnosis } from '../diagnostics/diagnosis.ts'
import { shapeOf } from '../site/adopted-pages.ts'
import { readRobots } from '../tools/crawl/robots-policy.ts'
import type { StatePages } from '../tools/crawl/state-addresses.ts'
import { describeDifference, type PageVerdict } from '../tools/verify/compare-pages.ts'
import { htmlReport, junitReport } from '../tools/verify/reports.ts'
import { sampleOf } from '../tools/verify/sample.ts'
import { type Checked, verifyStates } from '../tools/verify/verify-states.ts'
import { type OpenedCommand, until } from './open-command.ts'
import { writeOutput } from './output-file.ts'
import {
  defineCommand,
  type FlagValues,
  flag,
  readSiteUrl,
  shared,
  wholeNumber,
} from './shared-options.ts'
import { bold, count, dim, green, magenta, red, type Styled, styled, yellow } from './styled.ts'
import { type Terminal, UsageError, WorkError } from './terminal.ts'
import { urlsToVerify } from './verify-urls.ts'

/** Most states with pictures in the report, which is one file. */
const PICTURES = { same: 6, other: 60 }

const FLAGS = {
  sample: flag('--sample <n>', 'number of states, chosen at random', wholeNumber(1), 100),
  seed: flag(
    '--seed <n>',
    'number that chooses the same states again',
    wholeNumber(0, 2 ** 32 - 1),
  ),
  states: flag('--states <file>', 'read the URLs from a file, one on each line'),
  fragments: shared.fragments,
  readable: flag('--readable <prefix>', 'with --fragments, the prefix of readable addresses'),
  concurrency: shared.concurrency(4, 'pages at a time'),
  timeout: shared.timeout(15_000),
  report: flag('--report <file>', 'write a report as HTML'),
  junit: flag('--junit <file>', 'write JUnit XML'),
  sandbox: shared.sandbox,
  exact: flag('--exact', 'count text that a snapshot leaves out as a difference'),
  json: shared.json,
}

export const verifyCommand = defineCommand({
  name: 'verify',
  description: 'compare the page of each state in Chromium with its snapshot',
  argument: ['<url>', 'any site; its states come from its sitemap or from a crawl'],
  flags: FLAGS,
  examples: [
    'verify https://example.com/ --sample 200 --report report.html',
    'verify http://localhost:3000/ --states states.txt --junit verify.xml',
    "verify http://localhost:3000/ --fragments '#/'",
  ],
  work: runVerify,
})

type VerifyFlags = FlagValues<typeof FLAGS>

type Selection = Awaited<ReturnType<typeof selectStates>>

async function runVerify(command: OpenedCommand, flags: VerifyFlags, site: string) {
  readSiteUrl('verify', site)
  const selection = await selectStates(site, flags, command)
  const { urls, total, seed, hidden } = selection
  const { report } = flags
  const step = command.progress('Verified', urls.length)
  const results = await verifyStates({
    ...flags,
    urls,
    hidden,
    signal: command.signal,
    pictures: report === undefined ? undefined : PICTURES,
    onChecked(checked) {
      printVerdict(command, checked)
      step()
    },
  })
  await writeReports(site, selection, results, flags)
  command.result({ site, seed, total, results: results.map(({ pictures: _, ...rest }) => rest) })
  const counts = (verdict: PageVerdict) =>
    results.filter((result) => result.verdict === verdict).length
  command.line(
    styled`${count(results.length, 'state')}: ${counts('same')} same, ${counts('subset')} subset, ${bold(`${counts('different')} different`)}, ${counts('failed')} failed.`,
  )
  if (report !== undefined) command.line(`Report: ${report}`)
  const isBad = ({ verdict }: Checked) =>
    verdict === 'different' || verdict === 'failed' || (flags.exact && verdict === 'subset')
  return command.end(
    results.some(isBad),
    `Interrupted: ${count(results.length, 'state')} of ${urls.length} were compared.`,
  )
}

/** @throws {UsageError} When the site has no states. */
async function selectStates(site: string, flags: VerifyFlags, command: OpenedCommand) {
  const { signal } = command
  const hidden = hiddenOf(site, flags)
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32)
  const { missing } = await readRobots(new URL(site).origin, { timeout: flags.timeout, signal })
  if (missing && !missing.answered && !signal.aborted)
    throw new WorkError(diagnosis('HB112', site, missing.reason))
  const { sample, total } = await sampleOf(
    until(signal, urlsToVerify({ site, flags, hidden, command })),
    flags.sample,
    seed,
  )
  if (sample.length === 0 && !signal.aborted)
    throw new UsageError(
      `${site} has no states: its sitemap names none, and none of its pages links to #!… or has the fragment tag. Correct the URL, or list the states with --states. If they begin with "#" alone, set --fragments "#/"`,
    )
  if (sample.length < total)
    command.note(`${count(sample.length, 'state')} of ${total}, chosen with --seed ${seed}`)
  return { urls: sample, total, seed, hidden }
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
  if (fragments.startsWith('#!')) {
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
