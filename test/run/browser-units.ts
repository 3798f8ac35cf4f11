/** A busy browser takes the last steps of this one through its history late: in the next unit, if there were one. */
const LAST = /\/dom\/model\.test\.ts$/

/** The runner module that playwright-test bundles around units for a browser. */
export const playwrightTestRunner = {
  moduleId: 'playwright-test/taps',
  options: {},
  compileRuntime: ({ cwd }: { readonly cwd: string }, files: readonly string[]): string => `
import { runUnits } from '${cwd}/test/run/run-units.ts'
await runUnits(new Map([
${inOrder(files)
  .map((file) => `['${file}', () => import('${file}')],`)
  .join('\n')}
]))
`,
}

const inOrder = (files: readonly string[]): string[] =>
  files.toSorted((a, b) => Number(LAST.test(a)) - Number(LAST.test(b)))
