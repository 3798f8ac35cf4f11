// Creates the answer for a completed adopted page: its document, or why it is not served.

import { canonicalState } from '../../../src/state.ts'
import { takeErrors } from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/clock.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { NOTHING, showsNothing } from '../../html/shown-text.ts'
import { groupOf } from '../../site/adopted-urls.ts'
import type { Answer, Snapshot } from '../../snapshot/pool/protocol.ts'
import { describe } from '../../snapshot/worker/error-text.ts'
import { awayAnswer, redirectOf } from './adopted-destination.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { urlsOf, writeDocument } from './document-html.ts'
import type { LoadingPage } from './load-page.ts'
import { headFacts } from './page-facts.ts'
import { isSameFile } from './same-file.ts'
import { isPlace, shellShown } from './shell-shown.ts'
import { linkRewrite } from './state-links.ts'

/** @param error For the log. */
export const crashed = (error: string): Answer => ({ type: 'crashed', error })

/**
 * The answer from the document.
 * @param dom ms that the document took. @param open Requests that it does not wait for.
 */
export function snapshotOf(
  page: Pick<LoadingPage, 'outcomes'>,
  given: AdoptedJob,
  dom: number,
  open: readonly string[] = [],
): Answer {
  const { job, shape } = given
  const started = machineNow()
  const errors = takeErrors()
  const { ran, threw, missing } = page.outcomes
  if (ran === 0 && threw + missing > 0) {
    return crashed(`None of the page's scripts ran to its end: ${errors.map(describe).join('\n')}`)
  }
  const facts = headFacts(document, groupOf(job))
  if (facts.location !== undefined) {
    const destination = redirectOf(facts.location, given)
    const status = facts.status === 301 ? 301 : 302
    return awayAnswer(destination instanceof Error ? destination : { ...destination, status })
  }
  const state = stateNow(given)
  const written = writeDocument(document, {
    canonical: shape.listedUrl(job.url, state),
    ofFile: state === '' ? {} : urlsOf(given.html),
  })
  const unanswered = [...given.own.takeUnanswered(), ...open.map(notWaitedFor)]
  const printed = given.takeNoted()
  const noted = printed.map(({ text }) => `console.error: ${text}`)
  const leftOut = leftOutOf(given)
  const reported = errors.map((error) => `reported by the page: ${describe(error)}`)
  if (facts.status === 200 && showsNothing(written.body)) {
    const why = [...reported, ...unanswered, ...leftOut, ...noted]
    return crashed([NOTHING, ...(why.length > 0 ? why : ['nothing says why'])].join('\n'))
  }
  if (facts.status === 200 && ran + threw + missing > 0 && !job.made) {
    const faults = [...reported, ...unanswered]
    const shell = whyShellOnly(given, written.body, faults)
    if (shell !== undefined) return crashed([shell, ...faults, ...leftOut, ...noted].join('\n'))
  }
  const rewrite = linkRewrite(shape, job.url, document)
  const snapshot: Snapshot = {
    type: 'snapshot',
    status: facts.status,
    state,
    lang: written.lang,
    ...{ headKeys: [], edits: [], styles: [], sheets: '' },
    head: rewriteLinks(written.head, rewrite),
    body: rewriteLinks(written.body, rewrite),
    declares: false,
    indexable: !/\b(?:noindex|none)\b/i.test(written.robots ?? ''),
    ...{ maxAge: undefined, tags: [] },
    canonical: written.canonical,
    fault:
      errors.length + unanswered.length > 0
        ? 'failed'
        : printed.some(({ isError }) => isError)
          ? 'printed'
          : 'none',
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

/** @param what A request. */
const notWaitedFor = (what: string): string => `not waited for, because it stays open: ${what}`

/**
 * Why a page is refused: it shows only what it showed before its scripts ran. Undefined: it shows
 * more, or its file has content itself.
 */
function whyShellOnly(
  { html, job, shape }: AdoptedJob,
  body: string,
  faults: readonly string[],
): string | undefined {
  const shown = shellShown(html, body)
  if (shown === 'more') return undefined
  const isItself = job.state === '' || isPlace(html, shape.fragmentOf(job.state))
  if (faults.length === 0 && (shown === 'text' || isItself)) return undefined
  return faults.length > 0
    ? 'The page shows nothing but what its HTML says before any script has run, and its scripts have reported errors'
    : 'The page shows nothing but what its HTML says before any script has run: no script has shown this state'
}

const leftOutOf = ({ job, requests }: AdoptedJob): string[] =>
  [...requests.leftOut, ...(job.made?.leftOut ?? [])].map(
    ([origin, url]) =>
      `left out: ${url} is of another origin; add "${origin}" to "allowFetch" if the page needs it`,
  )

/** The state that the page moved to, for apps with a first state. */
function stateNow({ job, shape }: AdoptedJob): string {
  const { href, hash } = location
  const state = isSameFile(href, job.url) ? shape.stateOf(hash) : null
  return state === null ? job.state : canonicalState(state)
}
