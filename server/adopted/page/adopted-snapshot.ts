// Writes a settled adopted page, or says why not, in its stage "write".

import { canonicalState } from '../../../src/state.ts'
import { machineNow, takeErrors } from '../../dom/index.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { NOTHING, showsNothing } from '../../html/shown-text.ts'
import type { Answer, PageFault } from '../../snapshot/pool/protocol.ts'
import { errorText } from '../../snapshot/worker/error-text.ts'
import { awayAnswer, isSameFile, redirectOf } from './adopted-destination.ts'
import type { AdoptedDraft } from './adopted-document.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { anchorParam } from './anchor-param.ts'
import { compareWithShell, isElementId } from './compare-shell.ts'
import { headFacts } from './head-facts.ts'
import type { LoadingPage } from './load-page.ts'
import { linkRewrite, pageUrls, writeDocument } from './write-document.ts'

export const crashed = (error: string): Answer => ({ type: 'crashed', error })

interface ShownPage extends Pick<LoadingPage, 'outcomes'> {
  /** Requests that the page does not wait for. */
  readonly open: readonly string[]
  readonly dom: number
}

export function adoptedDraft(
  { outcomes, open, dom }: ShownPage,
  adopted: AdoptedJob,
): Answer | AdoptedDraft {
  const { job, shape } = adopted
  const started = machineNow()
  const errors = takeErrors()
  const { ran, threw, missing } = outcomes
  if (ran === 0 && threw + missing > 0) {
    return crashed(`None of the page's scripts ran to its end: ${errors.map(errorText).join('\n')}`)
  }
  const facts = headFacts(document)
  if (facts.location !== undefined) return movedTo(facts.location, facts.status, adopted)
  const shown = stateNow(adopted)
  const anchor = anchorParam(document, shape, shown)
  const state = anchor?.page ?? shown
  const written = writeDocument(document, {
    canonical: facts.status < 400 ? shape.listedUrl(job.url, state) : undefined,
    ofFile: state === '' ? {} : pageUrls(adopted.html),
  })
  const log = logOf(errors, open, adopted)
  const refusal =
    facts.status === 200 ? whyRefused(written.body, outcomes, log, adopted) : undefined
  if (refusal !== undefined) return crashed(refusal)
  const rewrite = linkRewrite(shape, job.url, document, anchor)
  return {
    head: rewriteLinks(written.head, rewrite),
    bodyTag: written.bodyTag,
    body: rewriteLinks(written.body, rewrite),
    sheets: written.sheets,
    facts: {
      type: 'snapshot',
      status: facts.status,
      state,
      ...written.facts,
      declares: false,
      maxAge: undefined,
      tags: [],
      fault: log.fault,
      warnings: [
        ...[log.leftOut, log.unanswered, facts.warnings, adopted.pageContext.lacked].flat(),
        ...[written.refused, log.reported, log.printed].flat(),
      ],
      timings: { load: 0, dom, serialize: machineNow() - started },
    },
  }
}

function movedTo(href: string, status: number, adopted: AdoptedJob): Answer {
  const destination = redirectOf(href, adopted)
  if (destination instanceof Error) return awayAnswer(destination)
  return awayAnswer({ ...destination, status: status === 301 ? 301 : 302 })
}

interface PageLog {
  readonly fault: PageFault
  readonly leftOut: readonly string[]
  readonly unanswered: readonly string[]
  readonly reported: readonly string[]
  readonly printed: readonly string[]
}

function logOf(errors: readonly unknown[], open: readonly string[], adopted: AdoptedJob): PageLog {
  const unanswered = [...adopted.pageContext.takeUnanswered(), ...open.map(notWaitedFor)]
  const printed = adopted.takePrinted()
  const hasPrinted = printed.some(({ isError }) => isError)
  return {
    fault: errors.length + unanswered.length > 0 ? 'failed' : hasPrinted ? 'printed' : 'none',
    leftOut: leftOutOf(adopted),
    unanswered,
    reported: errors.map((error) => `reported by the page: ${errorText(error)}`),
    printed: printed.map(({ text }) => `console.error: ${text}`),
  }
}

/** Why a page with status 200 is not served: it shows nothing, or its shell only. */
function whyRefused(
  body: string,
  { ran, threw, missing }: LoadingPage['outcomes'],
  { reported, unanswered, leftOut, printed }: PageLog,
  adopted: AdoptedJob,
): string | undefined {
  const faults = [...reported, ...unanswered]
  const lines = [...faults, ...leftOut, ...printed]
  if (showsNothing(body))
    return [NOTHING, ...(lines.length > 0 ? lines : ['nothing says why'])].join('\n')
  const hasScripts = ran + threw + missing > 0 && !adopted.job.rendered
  const shell = hasScripts ? whyShellOnly(adopted, body, faults) : undefined
  return shell && [shell, ...lines].join('\n')
}

const notWaitedFor = (request: string): string =>
  `not waited for, because it stays open: ${request}`

/** The reason to refuse a page that shows its shell only. Content in the file is no shell. */
function whyShellOnly(
  { html, job, shape }: AdoptedJob,
  body: string,
  faults: readonly string[],
): string | undefined {
  const change = compareWithShell(html, body)
  if (change === 'more') return undefined
  const isItself = job.state === '' || isElementId(html, shape.fragmentOf(job.state))
  if (faults.length === 0 && (change === 'text' || isItself)) return undefined
  return faults.length > 0
    ? 'The page shows nothing but what its HTML says before any script has run, and its scripts have reported errors'
    : 'The page shows nothing but what its HTML says before any script has run: no script has shown this state'
}

const leftOutOf = ({ job, requests }: AdoptedJob): string[] =>
  [...requests.leftOut, ...(job.rendered?.leftOut ?? [])].map(
    ([origin, url]) =>
      `left out: ${url} is of another origin. If the page needs it, add --allow ${origin}, or "${origin}" to "allowFetch"`,
  )

/** The state that the app moved to. */
function stateNow({ job, shape }: AdoptedJob): string {
  const { href, hash } = location
  const state = isSameFile(href, job.url) ? shape.stateOf(hash) : null
  return state === null ? job.state : canonicalState(state)
}
