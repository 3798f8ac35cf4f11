// `hashbang adopt --check`: which engine makes the snapshots of an adopted site, decided by comparison with Chromium. In: a site and
// flags. Out: hashbang.engines.json, lines for people or JSON, a report to look at; exit code 1 where no engine shows states right.

import { resolve } from 'node:path'
import {
  type Engine,
  type EngineGroups,
  readEngines,
  writeEngines,
} from '../engines/engines-file.ts'
import type { SiteOptions } from '../production/create-handler.ts'
import { adoptedPages, ENGINES_FILE } from '../site/adopted-pages.ts'
import {
  type CheckedGroup,
  type CheckedState,
  checkEngines,
  wordsOf,
} from '../verify/check-engines.ts'
import { enginesReport } from '../verify/engines-report.ts'
import { interruption } from './interrupt.ts'
import { asUsage } from './open-site.ts'
import { writeOutput } from './output-file.ts'
import { dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

/** Flags of the check. */
export interface CheckFlags {
  readonly engines?: string
  readonly limit: number
  readonly report?: string
  readonly pictures: number
  readonly json?: boolean
}

/** How many states are compared at a time. */
const TOGETHER = 2

/** Runs it. @param site For people. */
export async function runAdoptCheck(
  site: string,
  config: SiteOptions,
  flags: CheckFlags,
): Promise<Exit> {
  if (adoptedPages(config.pages).length === 0) {
    throw new UsageError(
      `No page of ${site} is adopted: give a folder or a URL, or a page with "site" in the configuration`,
    )
  }
  const terminal = createTerminal(flags)
  const isListed = adoptedPages(config.pages).some(([, { statesFile }]) => statesFile !== undefined)
  const file = resolve(flags.engines ?? config.engines ?? ENGINES_FILE)
  const before = await asUsage(readEngines(file))
  const signal = interruption()
  const { groups, known } = await asUsage(
    checkEngines({
      ...{ config, signal, limit: flags.limit, concurrency: TOGETHER, tell: terminal.note },
      pictures: flags.report === undefined ? 0 : flags.pictures,
      onChecked: (checked) => tell(terminal.line, checked),
    }),
  )
  const checked = groups.flatMap((one) => one.checked)
  const isPart = signal.aborted || isListed || checked.length < known
  const written = merged(before, groups, isPart)
  await writeOutput(file, writeEngines(written))
  if (flags.report !== undefined) {
    await writeOutput(flags.report, enginesReport(groups, { site, known, when: new Date() }))
  }
  terminal.result({
    site,
    known,
    groups: groups.map(({ checked: all, ...group }) => ({
      ...group,
      compared: all.map(({ pictures: _, ...rest }) => rest),
    })),
  })
  terminal.line()
  for (const group of groups) {
    terminal.line(
      styled`${COLOUR[group.engine](group.engine.padEnd(9))} ${group.name}  ${dim(count(group.states, 'state'))}`,
    )
  }
  const same = checked.filter(({ verdict }) => verdict === 'same').length
  const uncovered = groups.filter(({ engine }) => engine === 'app')
  terminal.line(
    `${count(checked.length, 'state')} of ${known.toLocaleString('en')}: ${same} shown by our engine as in Chromium, ${checked.length - same} otherwise. Written: ${file}`,
  )
  if (flags.report !== undefined) terminal.line(`Report: ${flags.report}`)
  for (const { name, why = '' } of uncovered) {
    terminal.line(`${name} is answered with the app alone: ${why}`)
  }
  if (signal.aborted) return EXIT.interrupted
  return uncovered.length > 0 ? EXIT.finding : EXIT.ok
}

/** What was found before of groups that were not seen this time stays, where not all was looked at. */
const merged = (
  before: EngineGroups | undefined,
  groups: readonly CheckedGroup[],
  isPart: boolean,
): EngineGroups =>
  new Map([
    ...(isPart ? (before ?? []) : []),
    ...groups.map(
      ({ name, engine, states, why }) =>
        [name, { engine, states, ...(why !== undefined && { why }) }] as const,
    ),
  ])

const COLOUR: Readonly<Record<Engine, (text: string) => Styled>> = {
  'happy-dom': green,
  chromium: yellow,
  app: red,
}

function tell(line: (text: Styled) => void, checked: CheckedState): void {
  const { verdict, url } = checked
  const paint = verdict === 'same' ? green : yellow
  line(styled`${paint(verdict.padEnd(9))} ${url}`)
  if (verdict === 'same') return
  line(dim(`    ${wordsOf(checked)}`))
  if (checked.asked.length > 0) line(dim(`    it asks for ${checked.asked.join(', ')}`))
  for (const warning of checked.warnings) line(dim(`    ${warning.split('\n')[0]}`))
}
