// Renders a state of an adopted page: loads it, waits until it is complete, and writes the
// document. A page that navigates redirects; a page that was not ready, or ran no script, is
// refused.

import { nextTimer, openRealmPage, pageGlobal, pendingWork } from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/clock.ts'
import type { Answer, Job, LateAnswer, MadeDocument } from '../../snapshot/pool/protocol.ts'
import { unlessLeft } from '../../snapshot/worker/destination.ts'
import { type Settled, settle } from '../../snapshot/worker/settle.ts'
import { awayAnswer, destinationOf, redirectOf } from './adopted-destination.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { crashed, snapshotOf } from './adopted-snapshot.ts'
import { type LoadingPage, loadPage } from './load-page.ts'
import { readMade } from './made-page.ts'
import { MOST_SCRIPTS } from './page-scripts.ts'
import { htmlHere, type KeptByPage, keptByPage, putKept, Reload } from './reload.ts'

/** A page that moves to other fragments more often never ends. */
const MOST_MOVES = 50

/**
 * How long, in ms of its own clock, a page may report that it is not ready; also the most timers
 * meanwhile.
 */
const PATIENCE = 60_000
const MOST_STEPS = 1000

/** Shows a page. The caller closes it. */
export async function adoptPage(given: AdoptedJob): Promise<Answer> {
  const { own, job } = given
  own.leads = (href) => destinationOf(href, given)
  own.reload = () => own.fail(new Reload(location.href, true))
  if (job.made) return madeAnswer(job.made, given)
  let kept: KeptByPage | undefined
  for (;;) {
    const end = await load(given, kept)
    if (!(end instanceof Reload)) return end
    kept = keptByPage(end, kept)
    if (kept === undefined) return crashed(end.message)
    await given.close()
    given.takeNoted()
  }
}

/** Loads the page, or loads it again with what it keeps. */
async function load(given: AdoptedJob, kept: KeptByPage | undefined): Promise<Answer | Reload> {
  const { job, shape } = given
  const { url, state } = job
  openRealmPage(kept?.url ?? shape.prettyUrl(url, state), url, given.own)
  if (kept) putKept(kept)
  const html = await htmlHere(given, url)
  if (html !== given.html) return awayAnswer(redirectOf(location.href, given))
  const page = loadPage({
    ...given,
    isReload: kept?.isReload === true,
    name: kept?.name ?? '',
  })
  return shownAnswer(page, given)
}

async function madeAnswer(made: MadeDocument, given: AdoptedJob): Promise<Answer> {
  const started = machineNow()
  const outcomes = await readMade(made, given)
  return snapshotOf({ outcomes }, given, machineNow() - started)
}

async function shownAnswer(page: LoadingPage, given: AdoptedJob): Promise<Answer | Reload> {
  const { job, own } = given
  const started = machineNow()
  const late = new Promise<LateAnswer>((resolve) => {
    own.signal.addEventListener('abort', () => resolve(lateAnswer(job)), { once: true })
  })
  const end = await unlessLeft(own, shown(page, own.signal, late))
  if (typeof end === 'object' && 'destination' in end) {
    const { destination } = end
    return destination instanceof Reload ? destination : awayAnswer(destination)
  }
  // Also the reason of a late page.
  if (page.moves() > MOST_MOVES) {
    return crashed(`The page goes from state to state without end: it was at ${location.href} last`)
  }
  if ('type' in end) return end
  const waiting = [...end.pending, ...(document.body.textContent?.trim() ? [] : end.open)]
  if (waiting.length > 0) {
    const after = own.signal.aborted ? job.deadline : Math.round(machineNow() - started)
    return { type: 'late', waiting, after }
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
  return snapshotOf(page, given, machineNow() - started, end.open)
}

/** Waits until a page is complete, or the deadline. */
async function shown(
  page: LoadingPage,
  deadline: AbortSignal,
  late: Promise<LateAnswer>,
): Promise<Settled | LateAnswer> {
  const isLate = await Promise.race([page.loaded, late])
  if (isLate) return isLate
  for (let left = PATIENCE, steps = 0; steps < MOST_STEPS; steps++) {
    const settled = await settle(document.body, deadline)
    if (settled.pending.length > 0) return settled
    if (Reflect.get(pageGlobal(), 'prerenderReady') !== false) return settled
    // Only a timer can still make the page ready.
    const next = nextTimer(true)
    if (next === undefined || next.dueIn > left) break
    left -= next.dueIn
    next.run()
  }
  return { pending: ['window.prerenderReady to become true'], open: [] }
}

const lateAnswer = ({ deadline }: Job): LateAnswer => ({
  type: 'late',
  waiting: pendingWork().map(({ what }) => what),
  after: deadline,
})
