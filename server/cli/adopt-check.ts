// `hashbang adopt --check`: chooses the engine of an adopted site by comparison with Chromium.
// Writes hashbang.engines.json. Exit code 1: no engine shows some states correctly.

import { relative, resolve } from 'node:path'
import {
  type Engine,
  type EngineGroups,
  readEngines,
  writeEngines,
} from '../adopted/engines/engines-file.ts'
import type { SiteConfig } from '../serve/start/create-site.ts'
import { adoptedPages, ENGINES_FILE } from '../site/adopted-pages.ts'
import {
  type CheckedGroup,
  type CheckedState,
  checkEngines,
  wordsOf,
} from '../tools/verify/check-engines.ts'
import { htmlReport, type ReportRow } from '../tools/verify/report.ts'
import { interruption } from './interrupt.ts'
import { asUsage } from './open-site.ts'
import { writeOutput } from './output-file.ts'
import { dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

export interface CheckFlags {
  readonly engines?: string
  readonly limit: number
  readonly report?: string
}

/** The most pictures of a report, which must stay one file. */
const PICTURES = 60

export async function runAdoptCheck(
  site: string,
  config: SiteConfig,
  flags: CheckFlags,
): Promise<Exit> {
  if (adoptedPages(config.pages).length === 0) {
    throw new UsageError(
      `No page of ${site} is adopted: pass a folder or a URL, or set "site" for a page in the configuration`,
    )
  }
  const terminal = createTerminal({})
  const isListed = adoptedPages(config.pages).some(([, { statesFile }]) => statesFile !== undefined)
  const file = resolve(flags.engines ?? config.adopt?.engines ?? ENGINES_FILE)
  const before = await asUsage(readEngines(file))
  const signal = interruption()
  const { groups, known } = await asUsage(
    checkEngines({
      ...{ config, signal, limit: flags.limit, tell: terminal.note },
      pictures: flags.report === undefined ? 0 : PICTURES,
      onChecked: (checked) => printCheck(terminal.line, checked),
    }),
  )
  const checked = groups.flatMap((one) => one.checked)
  const isPart = signal.aborted || isListed || checked.length < known
  const written = merged(before, groups, isPart)
  await writeOutput(file, writeEngines(written))
  if (flags.report !== undefined) {
    const heading = groups.every(({ engine }) => engine !== 'app')
      ? 'Every state has an engine that renders it right'
      : 'Some states have no engine that renders them right'
    const facts = { command: 'hashbang adopt --check', heading, site, total: known }
    await writeOutput(flags.report, htmlReport(groups.flatMap(rowsOf), facts))
  }
  terminal.line()
  for (const group of groups) {
    terminal.line(
      styled`${COLOUR[group.engine](group.engine.padEnd(9))} ${group.name}  ${dim(count(group.states, 'state'))}`,
    )
  }
  const same = checked.filter(({ verdict }) => verdict === 'same').length
  const uncovered = groups.filter(({ engine }) => engine === 'app')
  terminal.line(
    `Compared ${checked.length.toLocaleString('en')} of ${count(known, 'state')} with Chromium: our engine renders ${same} as Chromium does, ${checked.length - same} otherwise. Wrote ${relative('.', file)}`,
  )
  if (flags.report !== undefined) terminal.line(`Report: ${flags.report}`)
  for (const { name, why = '' } of uncovered) {
    terminal.line(`${name} gets the app without a snapshot: ${why}`)
  }
  if (signal.aborted) return EXIT.interrupted
  return uncovered.length > 0 ? EXIT.finding : EXIT.ok
}

/** After an incomplete check, groups that were not seen keep their engines. */
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

/** The rows of a report. A state that is the same needs no notes. */
const rowsOf = ({ name, engine, checked }: CheckedGroup): ReportRow[] =>
  checked.map((state) => {
    const { verdict, errors, warnings, fallback } = state
    const notes = [
      `${name} is rendered by ${engine}`,
      ...(fallback === undefined ? [] : [`The snapshot that Chromium makes: ${fallback}`]),
      ...errors.map((error) => `Chromium: ${error.split('\n')[0]}`),
      ...warnings.map(messageOf),
    ]
    return { ...state, notes: verdict === 'same' ? [] : [...new Set(notes)] }
  })

/** The message of a warning; before it, a stack may quote the source. */
const messageOf = (warning: string): string => {
  const lines = warning.split('\n')
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? ''
}

function printCheck(line: (text: Styled) => void, checked: CheckedState): void {
  const { verdict, url } = checked
  const paint = verdict === 'same' ? green : yellow
  line(styled`${paint(verdict.padEnd(9))} ${url}`)
  if (verdict === 'same') return
  line(dim(`    ${wordsOf(checked)}`))
  for (const warning of checked.warnings) line(dim(`    ${warning.split('\n')[0]}`))
}
