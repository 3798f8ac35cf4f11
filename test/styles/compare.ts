/**
 * `npx tsx test/styles/compare.ts [--only word] [--view "dark 390"] [--list property] [--out file]
 * [--root checkout] [--table]`, after `npm run build`: prints where computed styles of the corpus
 * differ from Chromium's, and writes results.md.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launch } from './chromium-values.ts'
import { compareAll } from './compare-all.ts'
import { REPOSITORY } from './dom-side.ts'
import { printDifferences, printReport, tableOf } from './report.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'string' },
    out: { type: 'string' },
    table: { type: 'boolean', default: false },
    view: { type: 'string' },
    root: { type: 'string', default: REPOSITORY },
  },
})
const start = performance.now()
const { only, list, out, root, table, view } = values
const results = await compareAll({ root, only, list, view, hasAll: out !== undefined })
if (list === undefined) printReport(results)
else printDifferences(results, list)
if (table) {
  const browser = await launch()
  const file = new URL('results.md', import.meta.url)
  writeFileSync(file, tableOf(results, browser.version()))
  await browser.close()
}
if (out !== undefined)
  writeFileSync(
    out,
    JSON.stringify(
      results.flatMap(({ listed }) => listed),
      null,
      1,
    ),
  )
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`)
