// Where the figures of a bench go: its table into results/<name>.md and the console, drawn into docs/bench/<name>.svg, its bars
// to the run of several. Tables of another Node than the one that documents quote go into results/node-<major>/, undrawn. In: what was measured. Out: files, and exit code 1 where a bar is missed outside the noise.

import { mkdirSync, writeFileSync } from 'node:fs'
import { type Quartiles, table, write } from '../report.ts'
import { type Bar, limitOf, type Verdict, verdict } from './bars.ts'
import { drawChart } from './chart.ts'

/** A table of values: rows are cases, columns contestants. */
export interface Figure {
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cell: (row: string, column: string) => Quartiles | undefined
  /** What is measured, under the drawing. */
  readonly axis: string
}

/** What a bench has found. */
export interface Findings {
  readonly name: string
  /** Sentences and tables in their order. */
  readonly text: readonly (string | Figure)[]
  readonly bars?: readonly Bar[]
  /** Which share of the machine others used, before and during. */
  readonly load?: { readonly before: number; readonly during: number } | undefined
  /** The line of what was compared. */
  readonly versions: string
}

/** A bar, as it is told to the run of several benches. */
export interface Told {
  readonly bench: string
  readonly what: string
  readonly value: string
  readonly limit: string
  readonly verdict: Verdict
}

/** Where the run of several benches reads what each has told. */
export const TOLD = new URL('../../.cache/bench/', import.meta.url)

const at = (path: string) => new URL(path, new URL('../', import.meta.url))

/** Documents quote the figures of this Node. */
export const QUOTED = 24

/** Writes, prints, draws and tells. */
export function publish({ name, text, bars = [], load, versions }: Findings): void {
  const told = bars.map(
    (bar): Told => ({
      bench: name,
      what: bar.what,
      value: write(bar.value, bar.unit),
      limit: limitOf(bar),
      verdict: verdict(bar, load?.during ?? 0),
    }),
  )
  const parts = [
    `# ${name}`,
    ...text.map((part) =>
      typeof part === 'string' ? part : table(part.corner, part.rows, part.columns, part.cell),
    ),
    ...(told.length > 0 ? [barsTable(told)] : []),
    ...(load ? [loadLine(load)] : []),
    `${versions}.`,
  ]
  const page = `${parts.join('\n\n')}\n`
  console.log(page)
  const major = Number.parseInt(process.versions.node, 10)
  const folder = major === QUOTED ? at('results/') : at(`results/node-${major}/`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.md`, folder), page)
  const figure = text.find((part) => typeof part !== 'string')
  if (figure && major === QUOTED) {
    mkdirSync(at('../docs/bench/'), { recursive: true })
    writeFileSync(at(`../docs/bench/${name}.svg`), drawChart(name, figure))
  }
  mkdirSync(TOLD, { recursive: true })
  writeFileSync(new URL(`${name}.json`, TOLD), JSON.stringify(told))
  if (told.some((bar) => bar.verdict === 'missed')) process.exitCode = 1
}

/** Bars as a table. */
export const barsTable = (told: readonly Told[]): string =>
  [
    '| bar | measured | limit | |',
    '| --- | ---: | ---: | --- |',
    ...told.map(
      ({ what, value, limit, verdict }) => `| ${what} | ${value} | ${limit} | ${verdict} |`,
    ),
  ].join('\n')

const percent = (share: number) =>
  Number.isNaN(share) ? 'an unknown part' : `${Math.round(share * 100)} %`

const loadLine = ({ before, during }: { before: number; during: number }) =>
  `Others used ${percent(before)} of the machine before, ${percent(during)} during the run.`
