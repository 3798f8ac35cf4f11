// The answer for an adopted page that has come to its end: the document as it is, or why it is no page.

import { canonicalState } from '../../src/state.ts'
import { takeErrors } from '../happy-dom/index.ts'
import { machineNow } from '../happy-dom/machine-time.ts'
import { rewriteLinks } from '../html/rewrite-links.ts'
import { NOTHING, showsNothing, textLength } from '../html/shown-text.ts'
import type { Answer, Snapshot } from '../pool/protocol.ts'
import { describe } from '../render/error-text.ts'
import { groupOf } from '../site/state-group.ts'
import { awayAnswer, redirectOf } from './adopted-destination.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { canonicalOf, writeDocument } from './document-html.ts'
import type { LoadingPage } from './load-page.ts'
import { headFacts } from './page-facts.ts'
import { isSameFile } from './same-file.ts'
import { linkRewrite } from './state-links.ts'

/** @param error For the log. */
export const crashed = (error: string): Answer => ({ type: 'crashed', error })

/** The answer, as far as the document tells. @param dom How many ms it took to make. */
export function snapshotOf(
  page: Pick<LoadingPage, 'outcomes'>,
  given: AdoptedJob,
  dom: number,
): Answer {
  const { job, shape } = given
  const started = machineNow()
  const errors = [...takeErrors(), ...given.own.takeFaults()]
  const { ran, threw, missing } = page.outcomes
  if (ran === 0 && threw + missing > 0) {
    return crashed(`None of the page's scripts ran to its end: ${errors.map(describe).join('\n')}`)
  }
  const facts = headFacts(document)
  if (facts.location !== undefined) {
    const destination = redirectOf(facts.location, given)
    const status = facts.status === 301 ? 301 : 302
    return awayAnswer(destination instanceof Error ? destination : { ...destination, status }, job)
  }
  const state = stateNow(given)
  const written = writeDocument(document, {
    canonical: shape.listedUrl(job.url, state),
    ofFile: state === '' ? undefined : canonicalOf(given.html),
  })
  const unanswered = given.own.takeUnanswered()
  const noted = given.takeNoted().map((said) => `console.error: ${said}`)
  const leftOut = leftOutOf(given)
  const reported = errors.map((error) => `reported by the page: ${describe(error)}`)
  if (facts.status === 200 && showsNothing(written.body)) {
    const why = [...reported, ...unanswered, ...leftOut, ...noted]
    return crashed([NOTHING, ...(why.length > 0 ? why : ['nothing says why'])].join('\n'))
  }
  const text = textLength(written.body)
  const rewrite = linkRewrite(shape, job.url, document)
  const snapshot: Snapshot = {
    type: 'snapshot',
    status: facts.status,
    state,
    lang: written.lang,
    ...{ headKeys: [], edits: [], styles: [], sheets: '' },
    head: rewriteLinks(written.head, rewrite),
    body: rewriteLinks(written.body, rewrite),
    indexable: !/\b(?:noindex|none)\b/i.test(written.robots ?? ''),
    ...{ maxAge: undefined, tags: [] },
    canonical: written.canonical,
    shows: { group: groupOf(job), text, isAtFault: errors.length + unanswered.length > 0 },
    warnings: [
      ...leftOut,
      ...unanswered,
      ...facts.warnings,
      ...written.refused,
      ...reported,
      ...noted,
    ],
    timings: { load: 0, dom, serialize: machineNow() - started },
  }
  return snapshot
}

/** What the page has asked for and was not given. */
const leftOutOf = ({ job, requests }: AdoptedJob): string[] =>
  [...requests.leftOut, ...(job.made?.leftOut ?? [])].map(
    ([origin, url]) =>
      `left out: ${url} is of another origin; add "${origin}" to "allowFetch" if the page needs it`,
  )

/** The state that the page has gone to, as apps do that have a first one. */
function stateNow({ job, shape }: AdoptedJob): string {
  const { href, hash } = location
  const state = isSameFile(href, job.url) ? shape.stateOf(hash) : null
  return state === null ? job.state : canonicalState(state)
}
