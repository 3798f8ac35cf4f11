/** Renders views again in a worker that has shown others: each has the bytes of the first time. */
import { isLong, shuffled } from '../run/seed.ts'
import { type Corpus, withoutTimes } from './run.ts'

/** How many pages of a library leave something behind, where not all are asked for. */
const LEAVES = 6

/** Views that differ from their first snapshot, each with the page before it. */
export async function changedAgain(
  corpus: Corpus,
  library: string,
  views: readonly string[],
): Promise<string[]> {
  const first = new Map<string, string>()
  const changed: string[] = []
  const show = async (name: string, after: string) => {
    const { status, html } = await corpus.snapshot(name)
    const page = `${status} ${withoutTimes(html)}`
    if ((first.get(name) ?? page) !== page) changed.push(`${name} is another page after ${after}`)
    first.set(name, first.get(name) ?? page)
  }
  const leaves = corpus.leaves.filter((name) => name.startsWith(`leaves/${library}/`))
  const asked = isLong ? [...leaves, ...shuffled(leaves)] : shuffled(leaves).slice(0, LEAVES)
  for (const view of views) await show(view, 'nothing')
  for (const leaf of asked) {
    await show(leaf, 'other pages')
    for (const view of views) await show(view, leaf)
  }
  return changed
}
