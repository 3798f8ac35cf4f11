// Makes the page of a job: open, run, settle, write, close, finish. Nothing else runs in the worker
// meanwhile but what outlives pages.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { type JobContext, retireProcess } from '../../dom/index.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { type Converter, type MarkdownParts, markdownPage } from './markdown-page.ts'

/** Pages of a route table, or adopted pages. */
export interface PageKind {
  /** Receives the new HTML of a page's shell. */
  tellShell(page: string, html: string): void
  open(job: Job): OpenPage
}

export interface OpenPage {
  readonly own: JobContext
  /** What its Markdown needs. Undefined: it has none. */
  readonly markdown: MarkdownParts | undefined
  /**
   * Opens its document, runs the app, waits until it has settled, and writes what it shows.
   * @returns Finishes the answer when the page is closed: its links and its readable form.
   */
  show(): Promise<Finish>
  /** Takes back what it did, and looks what it changed of what pages share. */
  close(): Promise<void>
}

export type Finish = () => Answer

/** Receives the work for which a page has waited more than some ms. Undefined: no reports. */
export interface Slow {
  readonly after: number | undefined
  tell(state: string, waiting: readonly string[]): void
}

const LATE = new DOMException('The deadline of the page is over', 'TimeoutError')

export async function makePage(
  kind: PageKind,
  job: Job,
  slow: Slow,
  loadConverter: () => Promise<Converter>,
): Promise<Answer> {
  const page = kind.open(job)
  const { own, markdown } = page
  const timer = setTimeout(() => own.abort(LATE), job.deadline)
  const slowTimer = watchSlow(slow, job, own)
  let finish: Finish
  try {
    finish = await page.show()
  } finally {
    clearTimeout(timer)
    clearInterval(slowTimer)
    const isLate = own.signal.aborted
    await page.close()
    if (isLate && own.waiting.size > 0) retireProcess(goesOn([...own.waiting]))
  }
  const answer = markdown ? await markdownPage(finish(), markdown, loadConverter) : finish()
  return own.trace ? { ...answer, trace: own.trace.trace } : answer
}

const goesOn = ([first]: readonly string[]): string =>
  `${first} goes on after the deadline: let it end when its "signal" is aborted`

/** In development, Vite transforms modules at their first use, and all else waits meanwhile. */
const MODULE = /\bview module\b/

/** Tells of waits that have lasted for a whole interval in which no module was loaded. */
function watchSlow({ after, tell }: Slow, { state }: Job, { waiting }: JobContext) {
  if (after === undefined) return undefined
  let before: readonly string[] = []
  const timer = setInterval(() => {
    const now = [...waiting].some((what) => MODULE.test(what)) ? [] : [...waiting]
    const long = now.filter((what) => before.includes(what))
    before = now
    if (long.length === 0) return
    clearInterval(timer)
    tell(state, long)
  }, after)
  return timer
}
