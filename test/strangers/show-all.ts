/** Shows views of the corpus on both sides, and tells of those that differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compared, Corpus, Snapshot, Tabs } from './run.ts'

/** Views that are shown otherwise, each with a reason that a user can act on. */
export const EXPECTED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'expected.json'), 'utf8'),
)
const TABS = 6

/** Shows the views whose names begin so, in the order of their names. */
export async function showViews(
  corpus: Corpus,
  browser: Tabs,
  beginning = '',
): Promise<Compared[]> {
  const names = (await corpus.names(browser)).filter((name) => name.startsWith(beginning))
  const made: Snapshot[] = []
  // One after another, so that what a page leaves behind does not depend on chance.
  for (const name of names) made.push(await corpus.snapshot(name))
  const found: Compared[] = []
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const page = await browser.newPage()
      for (let one = made.shift(); one !== undefined; one = made.shift()) {
        found.push(await corpus.compare(page, one))
      }
      await page.close()
    }),
  )
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Says how a view differs. */
export function tell({ name, verdict, status, warnings }: Compared): void {
  if (verdict === 'equal') return
  console.log(
    `${name}: ${verdict} (${status})${warnings.map((one) => `\n    ${one.split('\n')[0]}`).join('')}`,
  )
}

/** Says what both sides show of a view that differs. */
export function tellBoth({ verdict, chromium, snapshot }: Compared): void {
  if (verdict === 'equal') return
  console.log(
    `--- Chromium\n${chromium.head}\n${chromium.tree}\n--- snapshot\n${snapshot.head}\n${snapshot.tree}`,
  )
}
