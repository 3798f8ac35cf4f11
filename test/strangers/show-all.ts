/** Shows views of the corpus on both sides, and tells of those that differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compared, Corpus, Snapshot, Tabs } from './run.ts'

/** Views that are shown otherwise, each with a reason that a user can act on. */
export const EXPECTED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'expected.json'), 'utf8'),
)
const TABS = 10
/** How long a busy machine may take to load a view, in ms. */
const PATIENCE = 120_000

/** Shows the views whose names begin so, in the order of their names. */
export async function showViews(
  corpus: Corpus,
  browser: Tabs,
  beginning = '',
): Promise<Compared[]> {
  const names = corpus.names.filter((name) => name.startsWith(beginning)).sort()
  const found: Compared[] = []
  let last: Promise<unknown> = Promise.resolve()
  // One after another: a lost worker is the fault of one view. Tabs show views meanwhile.
  const inTurn = (name: string): Promise<Snapshot> => {
    const made = last.then(() => corpus.snapshot(name))
    last = made.catch(() => {})
    return made
  }
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const page = await browser.newPage()
      page.setDefaultNavigationTimeout(PATIENCE)
      for (let name = names.shift(); name !== undefined; name = names.shift())
        found.push(await corpus.compare(page, await inTurn(name)))
      await page.close()
    }),
  )
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function tell({ name, verdict, status, warnings }: Compared): void {
  if (verdict === 'equal') return
  console.log(
    `${name}: ${verdict} (${status})${warnings.map((one) => `\n    ${one.split('\n')[0]}`).join('')}`,
  )
}

/** Prints the texts of both sides for a view that differs. */
export function tellBoth({ verdict, chromium, snapshot }: Compared): void {
  if (verdict === 'equal') return
  console.log(
    `--- Chromium\n${chromium.head}\n${chromium.tree}\n--- snapshot\n${snapshot.head}\n${snapshot.tree}`,
  )
}
