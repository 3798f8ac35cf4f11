// `hashbang adopt --check`: compares an adopted site with Chromium, and prints the states that
// Chromium has to render. Exit code 1: the configuration renders some states wrong.

import { adoptedPages } from '../site/adopted-pages.ts'
import {
  type CheckedGroup,
  type CheckedState,
  type CheckOptions,
  checkEngines,
  verdictWords,
} from '../tools/verify/check-engines.ts'
import { htmlReport, type ReportRow } from '../tools/verify/reports.ts'
import type { OpenedCommand } from './open-command.ts'
import { writeOutput } from './output-file.ts'
import { count, dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { type Exit, type Terminal, UsageError } from './terminal.ts'

interface CheckFlags {
  readonly limit: number
  readonly report: string | undefined
}

/** Most pictures of a report, which is one file. */
const PICTURES = 60

export async function runAdoptCheck(
  command: OpenedCommand,
  site: string,
  config: CheckOptions['config'],
  flags: CheckFlags,
): Promise<Exit> {
  if (adoptedPages(config.pages).length === 0)
    throw new UsageError(
      `No page of ${site} is adopted: pass a folder or a URL, or set "site" for a page in the configuration`,
    )
  const { line, signal } = command
  const step = command.progress('Compared')
  const { groups, known } = await checkEngines({
    config,
    signal,
    limit: flags.limit,
    warn: command.warn,
    pictures: flags.report === undefined ? 0 : PICTURES,
    onChecked(checked) {
      printCheck(line, checked)
      step()
    },
  })
  const uncovered = groups.filter(({ engine }) => engine === undefined)
  if (flags.report !== undefined) {
    const heading =
      uncovered.length === 0
        ? 'Every state has an engine that renders it right'
        : 'Some states have no engine that renders them right'
    const facts = { command: 'hashbang adopt --check', heading, site, total: known }
    await writeOutput(flags.report, htmlReport(groups.flatMap(rowsOf), facts))
  }
  line()
  for (const { engine, page, states, checked } of groups)
    line(styled`${engineName(engine)} ${page}#${states}  ${dim(count(checked.length, 'state'))}`)
  const checked = groups.flatMap((group) => group.checked)
  line(comparedLine(checked, known))
  if (flags.report !== undefined) line(`Report: ${flags.report}`)
  const unset = groups.filter(({ engine, isSet }) => engine === 'chromium' && !isSet)
  for (const page of new Set(unset.map((group) => group.page)))
    printSetting(line, page, unset, config)
  for (const { page, states, why } of uncovered)
    line(`No engine renders ${page}#${states} as Chromium shows it: ${why}`)
  return command.end(uncovered.length + unset.length > 0)
}

export function comparedLine(checked: readonly CheckedState[], known: number): string {
  const same = checked.filter(({ verdict }) => verdict === 'same').length
  return `Compared ${checked.length.toLocaleString('en')} of ${count(known, 'state')} with Chromium: our engine renders ${same} as Chromium does, ${checked.length - same} otherwise.`
}

/** Prints the setting that lets Chromium render these states of a page, too. */
function printSetting(
  line: Terminal['line'],
  page: string,
  unset: readonly CheckedGroup[],
  { pages }: CheckOptions['config'],
): void {
  const before = adoptedPages(pages).find(([path]) => path === page)?.[1].chromium ?? []
  const added = unset.filter((group) => group.page === page).map(({ states }) => states)
  const all = [...new Set([...before, ...added])]
  const quoted = (quote: string) => all.map((pattern) => `'${pattern.replaceAll("'", quote)}'`)
  line(`Let Chromium render ${added.map((pattern) => `${page}#${pattern}`).join(', ')}:`)
  line(`  in the configuration, for the page '${page}': chromium: [${quoted("\\'").join(', ')}]`)
  line(`  on the command line: --chromium ${quoted("'\\''").join(' ')}`)
}

const engineName = (engine: CheckedGroup['engine']): Styled => {
  const paint = engine === 'happy-dom' ? green : engine === 'chromium' ? yellow : red
  return paint((engine ?? 'none').padEnd(9))
}

const ENGINES = { 'happy-dom': 'Our engine', chromium: 'Chromium', none: 'No engine' } as const

/** The rows of a report. A state that is the same needs no notes. */
const rowsOf = ({ page, states, engine, checked }: CheckedGroup): ReportRow[] =>
  checked.map((state) => {
    const { verdict, warnings, fallback } = state
    const notes = [
      `${ENGINES[engine ?? 'none']} renders ${page}#${states} right`,
      ...(fallback ? [`The snapshot that Chromium makes: ${fallback.verdict}`] : []),
      ...warnings.map(messageOf),
    ]
    return { ...state, notes: verdict === 'same' ? [] : [...new Set(notes)] }
  })

/** The message of a warning; before it, a stack may quote the source. */
const messageOf = (warning: string): string => {
  const lines = warning.split('\n')
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? ''
}

function printCheck(line: Terminal['line'], checked: CheckedState): void {
  const { verdict, url } = checked
  const paint = verdict === 'same' ? green : yellow
  line(styled`${paint(verdict.padEnd(9))} ${url}`)
  if (verdict === 'same') return
  line(dim(`    ${verdictWords(checked)}`))
  for (const warning of checked.warnings) line(dim(`    ${warning.split('\n')[0]}`))
}
