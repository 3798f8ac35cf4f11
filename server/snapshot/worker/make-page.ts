// Makes the page of a job: open, run, settle, write, close, finish. Nothing else runs in the worker
// meanwhile but what outlives pages.

import { clearTimeout, setTimeout } from 'node:timers'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { begin, drawRandom, end, markDirty, openDocument } from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/machine-time.ts'
import { feedLink } from '../../site/feed-link.ts'
import { resetCounters } from '../modules/counters.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { type Drawn, drawPage, failed, type Stage } from './draw-page.ts'
import { createLooks } from './looks.ts'
import { readablePage } from './readable-page.ts'
import { groupOf, snapshotOf } from './snapshot-of.ts'
import { livePage } from './taken-over.ts'
import { openTable, openTask, resolveTask, type Site, type Task } from './task.ts'

/** Creates the function that makes pages of a site, one at a time. */
export function createPages(site: Site): (job: Job) => Promise<Answer> {
  const looks = createLooks()
  const readables = readablesOf(site)

  async function make(job: Job): Promise<Answer> {
    const task = openTask(site, job)
    const { own } = task
    const timer = setTimeout(() => own.abort(LATE), job.deadline)
    const slow = watchSlow(site, task)
    try {
      const shown = await showPage(site, task)
      const answer = 'type' in shown ? shown : answerOf(task, shown, readables)
      return own.trace ? { ...answer, trace: own.trace.trace } : answer
    } finally {
      clearTimeout(timer)
      clearTimeout(slow)
      const isLate = own.signal.aborted
      await end(own, looks.next(`${job.page} ${task.app.routes.match(job.state)?.name}`))
      if (isLate && own.waiting.size > 0) markDirty(`work that goes on: ${[...own.waiting][0]}`)
      task.end()
    }
  }
  return make
}

const LATE = new DOMException('The deadline of the page is over', 'TimeoutError')

function watchSlow({ slow }: Site, { own, job }: Task): NodeJS.Timeout | undefined {
  if (slow?.after === undefined) return undefined
  const tell = () => own.waiting.size > 0 && slow.tell(job.state, [...own.waiting])
  return setTimeout(tell, slow.after)
}

function readablesOf({ apps }: Site): ReadonlyMap<string, ReadableScheme> {
  const found = new Map<string, ReadableScheme>()
  for (const [path, { routes }] of apps)
    if (routes.options.readable) found.set(path, routes.options.readable)
  return found
}

/** Opens the document, runs the app in it, and writes what it shows. */
async function showPage(site: Site, task: Task): Promise<Drawn | Answer> {
  const { own, drawing, shell, job } = task
  begin(drawing.url, drawing.url, own)
  resetCounters()
  const outlet = new HashbangOutlet()
  const document = openDocument(shell, { tags: [], lang: undefined }, outlet)
  const routes = await inTime(openTable(site, task), own.signal)
  if (routes === 'late') return { type: 'late', waiting: [MODULES], after: job.deadline }
  const page = await resolveTask(task, routes)
  if (!('levels' in page)) return page
  drawRandom()
  const stage: Stage = { ...drawing, own, document, outlet, fail: routes.fail }
  const shown = await drawPage(stage, page)
  const sent = own.takeDestination()
  return sent instanceof Error ? failed(stage, page, sent) : (sent ?? shown)
}

const MODULES = 'the modules of the app'

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve('late'), { once: true })
    work.then(resolve, reject)
  })
}

function answerOf(
  { job, own, drawing, scheme, app, started }: Task,
  shown: Drawn,
  readables: ReadonlyMap<string, ReadableScheme>,
): Answer {
  const { page } = shown
  const load = machineNow() - started - shown.dom - shown.serialize
  const made = snapshotOf(shown, own, { group: groupOf(job.page, page), url: drawing.url, load })
  const feed = feedLink(app.routes, job.url)
  if (scheme) return readablePage(made, page, { readables, scheme, url: job.url, feed })
  return job.live ? livePage(made, page, app.routes.scheme, feed) : made
}
