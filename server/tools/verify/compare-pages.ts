// Compares a page in a browser with its snapshot in the same browser without scripts, both as HTML
// without hidden content. Every proof of a snapshot uses this comparison.

import { type PageFacts, readFacts } from '../crawl/facts.ts'
import { compareFacts, type Difference, judge, type Verdict } from './compare-facts.ts'

export interface Pair {
  /** The HTML for users. */
  readonly page: string
  /** The HTML for clients without script. */
  readonly snapshot: string
  /** The page's URL, the base of relative URLs. */
  readonly url: string
  /** Normalizes equivalent forms, such as links to states. Default: no change. */
  readonly normal?: (facts: PageFacts) => PageFacts
  /** Known differences, which replace the comparison. */
  readonly known?: readonly Difference[] | undefined
}

export interface Compared {
  readonly verdict: Exclude<Verdict, 'failed'>
  readonly differences: readonly Difference[]
  readonly title: string | undefined
  readonly words: number
}

export function compareShown({
  page,
  snapshot,
  url,
  normal = (facts) => facts,
  known,
}: Pair): Compared {
  const got = readFacts(snapshot, url)
  const shown = readFacts(page, url)
  const differences = known ?? compareFacts(normal(shown), normal(got))
  return {
    verdict: judge(differences),
    differences,
    title: shown.title,
    words: got.text === '' ? 0 : got.text.split(/\s+/).length,
  }
}
