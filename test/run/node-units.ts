/**
 * Runs units from their sources in this process: `tsx test/run/node-units.ts FILE...`, without a build and without a browser.
 * A file that throws while it loads counts as one failure. The last line is the counts.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exec, hold } from 'playwright-test/taps'
import { writeCounts } from './part.ts'
import { seedProperties } from './seed-properties.ts'

hold()
seedProperties()
const broken: string[] = []
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    broken.push(`✘ caught by no unit: ${error instanceof Error ? error.stack : error}`)
  })
}
for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    broken.push(`✘ ${file}: ${error instanceof Error ? error.stack : error}`)
  }
}
const isOnly = (globalThis as { TAPS_ONLY?: boolean }).TAPS_ONLY === true
if (process.env.CI && isOnly) broken.push('✘ test.only leaves out the other units')
const { done: passed, skips: skipped, total, errors } = await exec()
// What the last unit has left behind comes a turn later.
await new Promise((resolve) => setImmediate(resolve))
for (const line of broken) console.log(line)
// A hook that fails is an error without a failed test.
const failed = Math.max(total - skipped - passed, Math.min(errors.length, 1)) + broken.length
console.log(writeCounts({ passed, failed, skipped }))
process.exit(failed > 0 ? 1 : 0)
