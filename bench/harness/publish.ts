// Writes the results of a bench: its table into results/<name>.md and the console, its drawing into
// docs/bench/<name>.svg. Sets exit code 1 if a bar is missed outside the noise. Tables of a Node
// that documents do not quote go into results/node-<major>/.

import { mkdirSync, writeFileSync } from 'node:fs'
import { table, write } from '../report.ts'
import { type Bar, limitOf, type Verdict, verdict } from './bars.ts'
import { drawChart, type Figure } from './chart.ts'

/** The results of a bench, or of a part of it. */
export interface Results {
  /** Sentences and tables in their order. */
  readonly text: readonly (string | Figure)[]
  readonly bars: readonly Bar[]
}

/** A page of results/. */
export interface Publication extends Pick<Results, 'text'>, Partial<Pick<Results, 'bars'>> {
  readonly name: string
  /** Which share of the machine others used, before and during. */
  readonly load?: { readonly before: number; readonly during: number } | undefined
  /** The line that names the compared packages. */
  readonly versions: string
}

/** The result of a bar, for the run of several benches. */
export interface BarResult {
  readonly bench: string
  readonly what: string
  readonly value: string
  readonly limit: string
  readonly verdict: Verdict
}

/** The run of several benches reads the results of bars here. */
export const BAR_RESULTS = new URL('../../.cache/bench/', import.meta.url)

const at = (path: string) => new URL(path, new URL('../', import.meta.url))

/** Documents quote the figures of this Node. */
export const QUOTED = 24

/** Writes, prints and draws the results. */
export function publish({ name, text, bars = [], load, versions }: Publication): void {
  const results = bars.map(
    (bar): BarResult => ({
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
    ...(results.length > 0 ? [barsTable(results)] : []),
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
  mkdirSync(BAR_RESULTS, { recursive: true })
  writeFileSync(new URL(`${name}.json`, BAR_RESULTS), JSON.stringify(results))
  if (results.some((bar) => bar.verdict === 'missed')) process.exitCode = 1
}

/** Bars as a table. */
export const barsTable = (results: readonly BarResult[]): string =>
  [
    '| bar | measured | limit | |',
    '| --- | ---: | ---: | --- |',
    ...results.map(
      ({ what, value, limit, verdict }) => `| ${what} | ${value} | ${limit} | ${verdict} |`,
    ),
  ].join('\n')

const percent = (share: number) =>
  Number.isNaN(share) ? 'an unknown part' : `${Math.round(share * 100)} %`

const loadLine = ({ before, during }: { before: number; during: number }) =>
  `Others used ${percent(before)} of the machine before, ${percent(during)} during the run.`
