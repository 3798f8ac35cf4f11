/**
 * The runner module of playwright-test: what it bundles for a browser around the unit tests. It runs `taps`, the package's own
 * harness, and closes with the line that the test run adds up. A test file that throws while it is loaded is a failure of its own;
 * without this the browser's run would wait for ever. Properties draw by the seed of the run.
 */
/** A busy browser takes the last of this one's steps through the history late: in the next unit, if there were one. */
const LAST = /\/dom\/model\.test\.ts$/

interface Options {
  readonly cwd: string
}

export const playwrightTestRunner = {
  moduleId: 'playwright-test/taps',
  options: {},
  compileRuntime: ({ cwd }: Options, files: readonly string[]): string => `
const { exec, hold } = await import('playwright-test/taps')
const { seedProperties } = await import('${cwd}/test/run/seed-properties.ts')
hold()
seedProperties()
const broken = []
${inOrder(files)
  .map((file) => `await import('${file}').catch((error) => broken.push(['${file}', error]))`)
  .join('\n')}
if (process.env.CI && globalThis.TAPS_ONLY) broken.push(['a unit', 'under test.only leaves the others out'])
const result = await exec()
for (const [file, error] of broken) console.log('✘ ' + file + ': ' + (error?.stack ?? error))
const { done: passed, skips: skipped, total } = result
// A failing hook is an error without a test: no run with errors may count no failure.
const failed = Math.max(total - skipped - passed, Math.min(result.errors.length, 1)) + broken.length
console.log(passed + ' passed, ' + failed + ' failed' + (skipped ? ', ' + skipped + ' skipped' : ''))
process.exit(failed ? 1 : 0)
`,
}

const inOrder = (files: readonly string[]): string[] =>
  files.toSorted((a, b) => Number(LAST.test(a)) - Number(LAST.test(b)))
