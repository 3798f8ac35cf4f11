// Reads the cost of a snapshot beside that of Chromium from the results of a bench, so that the
// home page holds no figure of its own.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

const CASE = 'Lit view'

/** CPU time of one uncached page, in multiples of the same unit. */
export interface ChromiumCost {
  readonly ours: number
  readonly chromium: number
}

/** @throws Error if the table lacks the row or a column. */
export function readChromiumCost(): ChromiumCost {
  const results = readFileSync(join(ROOT, 'bench/results/snapshot.md'), 'utf8')
  const [columns = [], ...rows] = results
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const row = rows.find(([name]) => name === CASE)
  const timesOf = (column: string) => {
    const [, times] = /^([\d.]+)x/.exec(row?.[columns.indexOf(column)] ?? '') ?? []
    if (times === undefined) throw new Error(`snapshot.md lacks "${column}" of "${CASE}"`)
    return Number(times)
  }
  return { ours: timesOf('hashbang-router'), chromium: timesOf('warm Chromium') }
}
