/** Runs units with the harness of playwright-test, in Node and in browsers. */
import fc from 'fast-check'
import { exec, hold } from 'playwright-test/taps'
import { seed } from './seed.ts'

type Load = () => Promise<unknown>

/** @param files How to import each, by its name. */
export async function runUnits(files: ReadonlyMap<string, Load>): Promise<void> {
  hold()
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
  const broken: string[] = []
  const note = (where: string, error: unknown) =>
    broken.push(`✘ ${where}: ${error instanceof Error ? error.stack : error}`)
  // Browsers report these events to playwright-test, which fails.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on?.(event, (error) => note('caught by no unit', error))
  for (const [name, load] of files) await load().catch((error: unknown) => note(name, error))
  const isOnly = (globalThis as { TAPS_ONLY?: boolean }).TAPS_ONLY === true
  if (process.env.CI && isOnly) note('test.only', 'leaves out the other units')
  const { done, skips, total, errors } = await exec()
  // Rejections that the last unit causes arrive one turn later.
  await new Promise((resolve) => setTimeout(resolve))
  for (const line of broken) console.log(line)
  // A hook that fails is an error without a failed test.
  const failed = Math.max(total - skips - done, Math.min(errors.length, 1)) + broken.length
  console.log(`${done} passed, ${failed} failed${skips > 0 ? `, ${skips} skipped` : ''}`)
  process.exit(failed > 0 ? 1 : 0)
}
