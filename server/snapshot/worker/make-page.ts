// Makes the page of a job, stage by stage, for serve-jobs.ts. Nothing else runs in the worker
// meanwhile, except work that outlives pages.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { type PageContext, retireProcess } from '../../dom/index.ts'
import { fileUrls } from '../../html/file-urls.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { type Converter, type MarkdownParts, markdownPage } from './markdown-page.ts'

/** Pages of a route table, or adopted pages. */
export interface PageKind {
  setShell(page: string, html: string): void
  stages(job: Job): PageStages
}

/** The stages of one page, in their order. An answer ends the first four early. */
export interface PageStages {
  readonly own: PageContext
  /** Undefined: it has no Markdown. */
  readonly markdown: MarkdownParts | undefined
  /** Opens its document, as a browser has it before the first script. */
  open(): Promise<Early>
  /** Runs modules, guard, loader, head and views, or the page's own scripts. */
  run(): Promise<Early>
  /** Waits until nothing of the page is under way, up to the deadline. */
  settle(): Promise<Early>
  /** Writes the live tree as HTML. */
  write(): Promise<Answer>
  /** Takes the page's changes back, and compares the objects that pages share. */
  close(): Promise<void>
  /** Adds links and the readable form, when the document is gone. */
  finish(answer: Answer): Answer
}

/** `again`: the page loads itself anew. */
export type Early = Answer | 'again' | undefined

/** Work for which a page has waited more than some ms. Undefined: no reports. */
export interface SlowReports {
  readonly after: number | undefined
  report(state: string, waiting: readonly string[]): void
}

const LATE = new DOMException('The deadline of the page is over', 'TimeoutError')

export async function makePage(
  kind: PageKind,
  job: Job,
  slow: SlowReports,
  loadConverter: () => Promise<Converter>,
): Promise<Answer> {
  const page = kind.stages(job)
  const { own, markdown } = page
  const timer = setTimeout(() => own.abort(LATE), job.deadline)
  const slowTimer = watchSlow(slow, job, own)
  let written: Answer
  try {
    written = await openToWrite(page)
  } finally {
    clearTimeout(timer)
    clearInterval(slowTimer)
    const isLate = own.signal.aborted
    await page.close()
    if (isLate && own.waiting.size > 0) retireProcess(goesOn([...own.waiting]))
  }
  const html = page.finish(withFileUrls(written))
  const answer = markdown ? await markdownPage(html, markdown, loadConverter) : html
  return own.trace ? { ...answer, trace: own.trace.trace } : answer
}

function withFileUrls(answer: Answer): Answer {
  if (answer.type !== 'snapshot') return answer
  const { head, sheets, body, edits, warnings } = answer
  const found = [head, sheets, body, ...edits.map(({ html }) => html)].flatMap(fileUrls)
  return found.length > 0 ? { ...answer, warnings: [...warnings, ...found] } : answer
}

async function openToWrite(page: PageStages): Promise<Answer> {
  for (;;) {
    const answer =
      (await page.open()) ?? (await page.run()) ?? (await page.settle()) ?? (await page.write())
    if (answer !== 'again') return answer
  }
}

const goesOn = ([first]: readonly string[]): string =>
  `${first} goes on after the deadline: let it end when its "signal" is aborted`

/** In development, Vite transforms modules at their first use. */
const MODULE = /\bview module\b/

/** Waits count if they last for a whole interval in which no module was loaded. */
function watchSlow({ after, report }: SlowReports, { state }: Job, { waiting }: PageContext) {
  if (after === undefined) return undefined
  let before: readonly string[] = []
  const timer = setInterval(() => {
    const now = [...waiting].some((work) => MODULE.test(work)) ? [] : [...waiting]
    const long = now.filter((work) => before.includes(work))
    before = now
    if (long.length === 0) return
    clearInterval(timer)
    report(state, long)
  }, after)
  return timer
}
