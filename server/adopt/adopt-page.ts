// Makes the snapshots of an adopted page: loads it at the first state's fragment, and goes to each further one by its fragment, as
// a reader does; waits until it shows all, writes it. In: jobs, the page's HTML and how its states are written. Out: the answers: a
// snapshot of the whole document, where the page goes, or why there is none: nothing that was not ready, or of which no script
// ran, is handed on as a page. What the page keeps from state to state is in it: whoever asks has to compare.

import { canonicalState } from '../../src/state.ts'
import { withoutFragment } from '../../src/url.ts'
import {
  begin,
  type Destination,
  type JobContext,
  letTimersRun,
  nextTimer,
  pendingWork,
  takeErrors,
} from '../happy-dom/index.ts'
import { machineNow } from '../happy-dom/machine-time.ts'
import { rewriteLinks } from '../html/rewrite-links.ts'
import { NOTHING, showsNothing, textLength } from '../html/shown-text.ts'
import type { Answer, Job, MadeDocument, Snapshot } from '../pool/protocol.ts'
import { unlessLeft } from '../render/destination.ts'
import { describe } from '../render/error-text.ts'
import type { ScriptCompiler } from '../render/script-compiler.ts'
import { settle } from '../render/settle.ts'
import { redirectTo } from '../site/adopted-redirect.ts'
import { groupOf } from '../site/state-group.ts'
import type { StateShape } from '../site/state-shape.ts'
import { canonicalOf, writeDocument } from './document-html.ts'
import { type LoadingPage, loadPage } from './load-page.ts'
import { readMade } from './made-page.ts'
import { headFacts } from './page-facts.ts'
import type { PageRequests } from './page-requests.ts'
import { MOST_SCRIPTS } from './page-scripts.ts'
import { htmlHere, putKept, Reload, reloadAnswer } from './reload.ts'
import { isSameFile } from './same-file.ts'
import { linkRewrite } from './state-links.ts'
import { createWalk } from './walk.ts'

/** What a page is made of. */
export interface AdoptedPage {
  readonly html: string
  readonly requests: PageRequests
  /** What its console was told of errors since the last job. */
  readonly takeNoted: () => readonly string[]
  /** Kinds of things that its requests were answered with since the last job, as a short text. */
  readonly takeShape: () => string
  readonly own: JobContext
  readonly compiler: ScriptCompiler
  /** Other origins that may be asked, and gone to. */
  readonly allow: ReadonlySet<string>
}

/** A state to show. */
export interface Turn {
  readonly job: Job
  readonly shape: StateShape
  /** Aborted at the deadline. */
  readonly signal: AbortSignal
}

/** Makes the answer for one state, and then for another. */
export type ShowState = (turn: Turn) => Promise<Answer>

interface AdoptedJob extends AdoptedPage, Turn {}

/** A page that goes to other fragments more often does not end. */
const MOST_MOVES = 50

/** For so many ms of its own time a page may say that it is not ready, and so many timers. */
const PATIENCE = 60_000
const MOST_STEPS = 1000

/** Begins a page; in the job's asynchronous context, in which all further turns have to be taken, too. */
export function adoptPage(given: AdoptedPage, first: Turn): ShowState {
  const { own } = given
  let turn: Turn | undefined
  own.leads = (href) => destinationOf(href, { ...given, ...(turn as Turn) })
  own.reload = () => own.fail(new Reload(location.href, true))
  const { url, state, kept, made } = first.job
  if (!made) begin(kept?.url ?? first.shape.prettyUrl(url, state), url)
  if (kept) putKept(kept)
  let page: LoadingPage | undefined
  const walk = createWalk()
  return async (next) => {
    const from = turn?.job.state
    turn = next
    if (next.job.made) return madeAnswer(next.job.made, { ...given, ...next })
    if (page === undefined) {
      const html = await htmlHere(given, url)
      if (html !== given.html)
        return awayAnswer(redirectOf(location.href, { ...given, ...next }), next.job)
      page = loadPage({ ...given, isReload: kept?.isReload === true })
    } else walk.goTo(next.shape.fragmentOf(next.job.state))
    letTimersRun(true)
    const answer = await shownAnswer(page, { ...given, ...next })
    // Between two states no time passes, however long it is.
    letTimersRun(false)
    if (answer.type !== 'snapshot' || !next.job.walk) return answer
    return { ...answer, walked: walk.taken(from, given.takeShape()) }
  }
}

/** The answer for a document that another engine has made. */
async function madeAnswer(made: MadeDocument, given: AdoptedJob): Promise<Answer> {
  const started = machineNow()
  const outcomes = await readMade(made, given.html)
  return snapshotOf({ outcomes }, given, machineNow() - started)
}

async function shownAnswer(page: LoadingPage, given: AdoptedJob): Promise<Answer> {
  const { job, signal, own } = given
  const started = machineNow()
  const moves = page.moves()
  const late = new Promise<'late'>((resolve) => {
    signal.addEventListener('abort', () => resolve('late'), { once: true })
  })
  const end = await unlessLeft(own, Promise.race([late, shown(page, signal)]))
  if (typeof end === 'object' && 'destination' in end) return awayAnswer(end.destination, job)
  if (end === 'late') return lateAnswer(job)
  if (end.length > 0) {
    return { type: 'late', waiting: end, after: Math.round(machineNow() - started) }
  }
  if (page.moves() - moves > MOST_MOVES) {
    return crashed(`The page goes from state to state without end: it was at ${location.href} last`)
  }
  if (page.isReplaced()) {
    return crashed(
      'The page writes itself anew by document.write() after it was read, which is not done here',
    )
  }
  if (page.hasTooMany()) {
    return crashed(`The page has more than ${MOST_SCRIPTS} scripts: not all of them were run`)
  }
  const frame = page.missingFrame()
  if (frame !== undefined) {
    return crashed(
      `The page looks into a frame that has no document here, so what it makes there is missing. Chromium shows it: see --check. It is ${frame}`,
    )
  }
  return snapshotOf(page, given, machineNow() - started)
}

/** Waits until a page shows all. @returns What it still waits for at the deadline. */
async function shown(page: LoadingPage, signal: AbortSignal): Promise<readonly string[]> {
  await page.loaded
  for (let left = PATIENCE, steps = 0; steps < MOST_STEPS; steps++) {
    const pending = await settle(document.body, signal)
    if (pending.length > 0) return pending
    if (Reflect.get(window, 'prerenderReady') !== false) return []
    // What would make it so is a timer, or nothing.
    const next = nextTimer(true)
    if (next === undefined || next.dueIn > left) break
    left -= next.dueIn
    next.run()
  }
  return ['window.prerenderReady to become true']
}

const lateAnswer = ({ deadline }: Job): Answer => ({
  type: 'late',
  waiting: pendingWork().map(({ what }) => what),
  after: deadline,
})

/** @param error For the log. */
const crashed = (error: string): Answer => ({ type: 'crashed', error })

/** What comes of going to an address: nothing, where the page itself is. */
function destinationOf(href: string, given: AdoptedJob): Destination | undefined {
  if (!isSameFile(href, location.href)) return redirectOf(href, given)
  const isFragment = href.includes('#') && withoutFragment(href) === withoutFragment(location.href)
  return isFragment ? undefined : new Reload(href, false)
}

/** The redirect to an address, if readers may be sent there. */
function redirectOf(href: string, { job, shape, allow }: AdoptedJob): Destination {
  const to = redirectTo(href, { url: job.url, shape, allow })
  return to instanceof Error ? to : { type: 'redirect', status: 302, ...to }
}

/** The answer for a page that has gone to another document. */
function awayAnswer(destination: Destination, job: Job): Answer {
  if (destination instanceof Reload) return reloadAnswer(destination, job)
  return destination instanceof Error ? crashed(destination.message) : destination
}

function snapshotOf(page: Pick<LoadingPage, 'outcomes'>, given: AdoptedJob, dom: number): Answer {
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
