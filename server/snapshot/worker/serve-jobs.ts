// Receives jobs over the worker's channel, for both programs, and makes one page at a time, in
// stages. Nothing else runs in the worker meanwhile, except work that outlives pages.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { onStrayError, type PageContext, retireProcess, retireReasons } from '../../dom/index.ts'
import { fileUrls } from '../../html/file-urls.ts'
import type { FinishedPage } from '../document/document-metadata.ts'
import { type MarkdownParts, markdownPage, markdownRedirect } from '../document/markdown-page.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { errorText } from './error-text.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** Pages of a route table, or adopted pages. */
export interface PageKind {
  setShell(page: string, html: string): void
  stages(job: Job): PageStages
}

/** The stages of one page, in their order. An answer ends the first four early. */
export interface PageStages {
  readonly pageContext: PageContext
  /** Undefined: it has no Markdown. */
  readonly markdown: MarkdownParts | undefined
  /** Opens its document, as a browser has it before the first script. */
  open(): Promise<Early>
  /** Runs modules, guard, loader, head and views, or the page's own scripts. */
  run(): Promise<Early>
  /** Waits until nothing of the page is under way, up to the deadline. */
  settle(): Promise<Early>
  /** Writes the live tree as HTML, for `finish`. */
  write(): Promise<Answer | 'written'>
  /** Takes the page's changes back, and compares the objects that pages share. */
  close(): Promise<void>
  /** Gives the written page, or a redirect, its form, when the document is gone. */
  finish(): FinishedPage
  redirect?(answer: Answer): Answer
}

/** `again`: the page loads itself anew. */
export type Early = Answer | 'again' | undefined

/** Work for which a page has waited more than some ms. Undefined: no reports. */
interface SlowReports {
  readonly after: number | undefined
  report(state: string, waiting: readonly string[]): void
}

export interface ServeOptions {
  /** ms after which the waits of a page are reported. Default: at the deadline only. */
  readonly slowAfter?: number
}

export function serveJobs(
  { compiler, memory, send, receive }: WorkerChannel,
  kind: PageKind,
  { slowAfter }: ServeOptions = {},
): void {
  const slow = {
    after: slowAfter,
    report: (state: string, waiting: readonly string[]) => send({ type: 'slow', state, waiting }),
  }
  let state: string | null = null
  const work = async (job: Job) => {
    state = job.state
    // Another worker makes the page.
    const isSpent = retireReasons().length > 0
    const answer = isSpent
      ? undefined
      : await makePage(kind, job, slow).catch((error: unknown): Answer => {
          retireProcess('a page that could not be made')
          return { type: 'crashed', error: errorText(error) }
        })
    const dirty = retireReasons()
    send({ answer, bytes: memory(), ...(dirty.length > 0 && { dirty }) })
  }
  let last: Promise<unknown> = Promise.resolve()
  receive((message) => {
    if ('shell' in message) kind.setShell(message.page, message.shell)
    else last = last.then(() => work(message.job))
  })
  onStrayError((error) => send({ type: 'stray', error: errorText(error), state }))
  compiler.handOver()
  send({ ready: true })
}

const LATE = new DOMException('The deadline of the page is over', 'TimeoutError')

async function makePage(kind: PageKind, job: Job, slow: SlowReports): Promise<Answer> {
  const page = kind.stages(job)
  const { pageContext } = page
  const timer = setTimeout(() => pageContext.abort(LATE), job.deadline)
  const slowTimer = watchSlow(slow, job, pageContext)
  let end: Answer | 'written'
  try {
    end = await openToWrite(page)
  } finally {
    clearTimeout(timer)
    clearInterval(slowTimer)
    const isLate = pageContext.signal.aborted
    await page.close()
    if (isLate && pageContext.waiting.size > 0) retireProcess(goesOn([...pageContext.waiting]))
  }
  const answer = answerOf(end, page)
  return pageContext.trace ? { ...answer, trace: pageContext.trace.trace } : answer
}

function answerOf(end: Answer | 'written', page: PageStages): Answer {
  const { markdown } = page
  if (end !== 'written') {
    const answer = page.redirect?.(end) ?? end
    return markdown ? markdownRedirect(answer, markdown) : answer
  }
  const finished = withFileUrls(page.finish())
  return markdown
    ? markdownPage(finished, markdown)
    : { ...finished.facts, document: Buffer.from(finished.document) }
}

function withFileUrls(page: FinishedPage): FinishedPage {
  const { facts, document } = page
  const fileWarnings = fileUrls(document)
  return fileWarnings.length === 0
    ? page
    : { ...page, facts: { ...facts, warnings: [...facts.warnings, ...fileWarnings] } }
}

async function openToWrite(page: PageStages): Promise<Answer | 'written'> {
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
