/**
 * `npx tsx test/styles/random.ts [--seed n] [--runs n] [--shrink n] [--root checkout]`, after `npm
 * run build`: prints random cascades whose values differ from Chromium's, the smallest first.
 */
import { parseArgs } from 'node:util'
import { launch, openTab } from './chromium-values.ts'
import { compareRandom, type Failure, shrinkFailures } from './compare-random.ts'
import { DomSide, REPOSITORY } from './dom-side.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '500' },
    shrink: { type: 'string', default: '8' },
    root: { type: 'string', default: REPOSITORY },
  },
})

const browser = await launch()
const dom = await DomSide.start(values.root)
try {
  const tab = await openTab(browser)
  const failures = await compareRandom({ tab, dom }, Number(values.seed), Number(values.runs))
  // Some cascades are one fault: more of them are shrunk than are left.
  const chosen = failures.slice(0, Number(values.shrink))
  const shrunk = await shrinkFailures({ tab, dom }, chosen)
  shrunk.forEach(print)
  printProperties(failures)
  console.log(`${failures.length} of ${values.runs} differ, seed ${values.seed}`)
} finally {
  dom.close()
  await browser.close()
}

function print({ html, differences }: Failure): void {
  console.log(`${html}\n${differences.map((line) => `    ${line}`).join('\n')}\n`)
}

/** How many cascades differ in each property. */
function printProperties(failures: readonly Failure[]): void {
  const counts = new Map<string, number>()
  for (const { differences } of failures) {
    const names = differences.map((line) => /^\d+ \S+ (\S+):/.exec(line)?.[1] ?? 'error')
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`  ${name}: ${count}`)
}
