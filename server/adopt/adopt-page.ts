// Makes the snapshots of an adopted page: loads it at the first state's fragment, and goes to each further one by its fragment, as
// a reader does; waits until it shows all, writes it. In: jobs, the page's HTML and how its states are written. Out: the answers: a
// snapshot of the whole document, where the page goes, or why there is none: nothing that was not ready, or of which no script
// ran, is handed on as a page. What the page keeps from state to state is in it: whoever asks has to compare.

import { begin, letTimersRun, nextTimer, pendingWork } from '../happy-dom/index.ts'
import { machineNow } from '../happy-dom/machine-time.ts'
import type { Answer, Job, MadeDocument } from '../pool/protocol.ts'
import { unlessLeft } from '../render/destination.ts'
import { settle } from '../render/settle.ts'
import { awayAnswer, destinationOf, redirectOf } from './adopted-destination.ts'
import type { AdoptedJob, AdoptedPage, Turn } from './adopted-job.ts'
import { crashed, snapshotOf } from './adopted-snapshot.ts'
import { type LoadingPage, loadPage } from './load-page.ts'
import { readMade } from './made-page.ts'
import { MOST_SCRIPTS } from './page-scripts.ts'
import { htmlHere, putKept, Reload } from './reload.ts'
import { createWalk } from './walk.ts'

/** Makes the answer for one state, and then for another. */
export type ShowState = (turn: Turn) => Promise<Answer>

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
