// Compares the facts of a page with those of its snapshot, and rates and describes the differences.
// The rule of 2009: the indexable text is the same as that of users, or a subset.

import { diffArrays } from 'diff'
import { type ComparedFacts, readFacts } from './page-facts.ts'

/** The HTML for people and the HTML without script, both without hidden content. */
export interface PagePair {
  readonly page: string
  readonly snapshot: string
  readonly url: string
  /** One form of the addresses of a state. Default: no change. */
  readonly listed?: ((address: string) => string) | undefined
  /** The default of the canonical URLs; null: they are not compared. */
  readonly canonical: string | null
  /** Replaces the comparison. */
  readonly ofStatus?: readonly PageDifference[] | undefined
}

export function compareShown(pair: PagePair) {
  const { page, snapshot, url, listed, canonical, ofStatus } = pair
  const factsOf = (html: string): ComparedFacts => {
    const facts = readFacts(html, url, listed)
    return {
      ...facts,
      canonical: canonical === null ? undefined : (facts.canonical ?? canonical),
    }
  }
  const sent = factsOf(snapshot)
  const shown = factsOf(page)
  const differences = ofStatus ?? compareFacts(shown, sent)
  const words = sent.text === '' ? 0 : sent.text.split(/\s+/).length
  return { verdict: judge(differences), differences, title: shown.title, words }
}

/** The result for a snapshot: `different` means that it has content that the page lacks. */
export type PageVerdict = 'same' | 'subset' | 'different' | 'failed'

/** `added`: only in the snapshot. `missing`: only in the page. */
export interface TextRun {
  readonly kind: 'same' | 'added' | 'missing'
  readonly text: string
}

export interface PageDifference {
  readonly kind: 'status' | keyof ComparedFacts
  readonly verdict: 'subset' | 'different'
  readonly missing: readonly string[]
  readonly added: readonly string[]
  readonly runs?: readonly TextRun[]
}

const SINGLE = ['title', 'description', 'canonical', 'robots', 'lang'] as const
const MANY = ['headings', 'links', 'images', 'data'] as const

export function compareFacts(page: ComparedFacts, snapshot: ComparedFacts): PageDifference[] {
  const singles = SINGLE.flatMap((kind) => {
    const [missing, added] = [listed(page[kind]), listed(snapshot[kind])]
    return page[kind] === snapshot[kind] ? [] : [difference(kind, missing, added)]
  })
  const many = MANY.flatMap((kind) => {
    const [missing, added] = [less(page[kind], snapshot[kind]), less(snapshot[kind], page[kind])]
    return missing.length + added.length === 0 ? [] : [difference(kind, missing, added)]
  })
  return [...singles, ...compareText(page.text, snapshot.text), ...many]
}

export function judge(differences: readonly PageDifference[]): Exclude<PageVerdict, 'failed'> {
  if (differences.length === 0) return 'same'
  return differences.every(({ verdict }) => verdict === 'subset') ? 'subset' : 'different'
}

const listed = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const difference = (
  kind: PageDifference['kind'],
  missing: readonly string[],
  added: readonly string[],
): PageDifference => ({ kind, missing, added, verdict: added.length > 0 ? 'different' : 'subset' })

/** Items of one list that the other lacks, counting repeats. */
function less(one: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1)
  return one.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

/** The most edits of a text that are shown. More are only counted. */
const MOST_EDITS = 2000

const CONTEXT = 12

function compareText(page: string, snapshot: string): PageDifference[] {
  if (page === snapshot) return []
  const [one, other] = [page.split(/\s+/), snapshot.split(/\s+/)]
  const changes = diffArrays(one, other, { maxEditLength: MOST_EDITS })
  if (changes === undefined)
    return [
      difference('text', [`${one.length} words`], [`${other.length} words, nearly all others`]),
    ]
  const runs = changes.map(({ added, removed, value }): TextRun => {
    const kind = added ? 'added' : removed ? 'missing' : 'same'
    return { kind, text: kind === 'same' ? shortened(value) : value.join(' ') }
  })
  const texts = (kind: TextRun['kind']) =>
    runs.filter((run) => run.kind === kind).map(({ text }) => text)
  const [missing, added] = [texts('missing'), texts('added')]
  return missing.length + added.length === 0
    ? []
    : [{ ...difference('text', missing, added), runs }]
}

const shortened = (words: readonly string[]): string =>
  words.length <= 2 * CONTEXT
    ? words.join(' ')
    : `${words.slice(0, CONTEXT).join(' ')} … ${words.slice(-CONTEXT).join(' ')}`

const QUOTED = 160

const quote = (items: readonly string[]): string => {
  const quoted = items.map((item) => `"${item}"`).join(', ')
  return quoted.length > QUOTED ? `${quoted.slice(0, QUOTED)}…` : quoted
}

/** Describes a difference in a sentence, for a terminal or a build server. */
export function describeDifference({ kind, added, missing }: PageDifference): string {
  const clauses = [
    ...(added.length > 0 ? [`only the snapshot has ${quote(added)}`] : []),
    ...(missing.length > 0 ? [`only the page has ${quote(missing)}`] : []),
  ]
  return `${kind}: ${clauses.join('; ')}`
}
