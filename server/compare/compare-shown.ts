// Compares a page as a browser shows it with a snapshot as the same browser shows it without scripts. In: both, as HTML with what
// styles hide left out. Out: the differences, with a verdict; or why one of them cannot be read. Every proof of a snapshot goes
// through here, so that there is one meaning of "the same".

import type { PageFacts } from '../crawl/facts.ts'
import type { Reader } from '../crawl/reader.ts'
import { compareFacts, type Difference, judge, type Verdict } from './compare.ts'

/** What is compared. */
export interface Pair {
  /** What people are shown. */
  readonly page: string
  /** What readers without script are shown. */
  readonly snapshot: string
  /** Where the page is: relative addresses of both start from there. */
  readonly url: string
  /** Writes in one way what is the same in both, such as links to states. Default: takes it as it is. */
  readonly normal?: (facts: PageFacts) => PageFacts
  /** What is known to be different already: then nothing else is looked for. */
  readonly known?: readonly Difference[] | undefined
}

/** What came out. */
export interface Compared {
  readonly verdict: Exclude<Verdict, 'failed'>
  readonly differences: readonly Difference[]
  readonly title: string | undefined
  /** How many words the snapshot has. */
  readonly words: number
}

/** Compares. */
export async function compareShown(
  reader: Pick<Reader, 'facts'>,
  { page, snapshot, url, normal = (facts) => facts, known }: Pair,
): Promise<Compared | { readonly unreadable: string }> {
  const got = await reader.facts(snapshot, url)
  const shown = await reader.facts(page, url)
  if ('unreadable' in got) return { unreadable: `the snapshot: ${got.unreadable}` }
  if ('unreadable' in shown) return { unreadable: `the page: ${shown.unreadable}` }
  const differences = known ?? compareFacts(normal(shown), normal(got))
  return {
    verdict: judge(differences),
    differences,
    title: shown.title,
    words: got.text === '' ? 0 : got.text.split(/\s+/).length,
  }
}
