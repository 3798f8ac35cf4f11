// The stages of an adopted page, which serve-jobs.ts calls in their order. A page that was not
// ready, or ran no script, is refused.

import {
  closeRealmPage,
  createParser,
  type Destination,
  machineNow,
  nextTimer,
  openRealmPage,
  type PageContext,
  pageGlobal,
  pendingWork,
  setScriptRunner,
  uncaught,
} from '../../dom/index.ts'
import { textLength } from '../../html/shown-text.ts'
import type { FinishedPage } from '../../snapshot/document/document-metadata.ts'
import type { MarkdownParts } from '../../snapshot/document/markdown-page.ts'
import type { Answer, ChromiumDocument, Job, LateAnswer } from '../../snapshot/pool/protocol.ts'
import { serializeChildren } from '../../snapshot/serialize/index.ts'
import { errorText } from '../../snapshot/worker/error-text.ts'
import { unlessLeft } from '../../snapshot/worker/page-waits.ts'
import type { Early, PageStages } from '../../snapshot/worker/serve-jobs.ts'
import { type Settled, settle } from '../../snapshot/worker/settle.ts'
import { adoptedDestination, awayAnswer, redirectOf } from './adopted-destination.ts'
import { type AdoptedDraft, adoptedDocument, adoptedRedirect } from './adopted-document.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { adoptedDraft, crashed } from './adopted-snapshot.ts'
import { type LoadingPage, loadPage } from './load-page.ts'
import { MOST_SCRIPTS } from './page-scripts.ts'
import { type CarriedState, carriedState, htmlHere, Reload, restoreState } from './reload.ts'

/** A page that moves to other fragments more often never ends. */
const MOST_MOVES = 50

/** How long, in ms of its own clock, a page may report that it is not ready. */
const PATIENCE = 60_000
const MOST_STEPS = 1000

export class AdoptedPage implements PageStages {
  readonly pageContext: PageContext
  readonly markdown: MarkdownParts | undefined
  readonly #adopted: AdoptedJob
  #started = 0
  /** The state of the page before it loaded itself again. */
  #carried: CarriedState | undefined
  #loading: LoadingPage | undefined
  #outcomes: LoadingPage['outcomes'] = { ran: 0, threw: 0, missing: 0 }
  /** Requests that stay open. */
  #open: readonly string[] = []
  #draft: AdoptedDraft | undefined

  constructor(adopted: AdoptedJob) {
    const { pageContext, job, scheme } = adopted
    this.#adopted = adopted
    this.pageContext = pageContext
    this.markdown =
      job.form === 'markdown' && scheme ? { url: job.url, scheme, facts: () => ({}) } : undefined
    pageContext.leads = (href) => adoptedDestination(href, adopted)
    pageContext.reload = () => pageContext.fail(new Reload(location.href, 'reload'))
  }

  async open(): Promise<Early> {
    const { pageContext, job, shape, html } = this.#adopted
    this.#started = machineNow()
    if (job.rendered) {
      this.#outcomes = await openRendered(job.rendered, html, pageContext)
      return undefined
    }
    const carried = this.#carried
    openRealmPage(carried?.url ?? shape.fragmentUrl(job.url, job.state), job.url, pageContext)
    if (carried) restoreState(carried)
    const isHere = (await htmlHere(this.#adopted, job.url)) === html
    return isHere ? undefined : awayAnswer(redirectOf(location.href, this.#adopted))
  }

  async run(): Promise<Early> {
    if (this.#adopted.job.rendered) return undefined
    const { pageContext, job } = this.#adopted
    const { isReload = false, name = '' } = this.#carried ?? {}
    const page = loadPage({ ...this.#adopted, isReload, name })
    this.#loading = page
    this.#outcomes = page.outcomes
    this.#started = machineNow()
    const late = new Promise<LateAnswer>((resolve) => {
      pageContext.signal.addEventListener('abort', () => resolve(lateAnswer(job)), { once: true })
    })
    const loaded = page.loaded.then(() => undefined)
    const end = await unlessLeft(pageContext, Promise.race([loaded, late]))
    if (end && 'destination' in end) return this.#leave(end.destination)
    return end && (endlessMoves(page) ?? end)
  }

  async settle(): Promise<Early> {
    const page = this.#loading
    if (!page) return undefined
    const { pageContext, job } = this.#adopted
    // A microtask may have navigated away since the last stage.
    const work = pageContext.isLeaving
      ? Promise.resolve(NOTHING_PENDING)
      : settleUntilReady(pageContext.signal)
    const end = await unlessLeft(pageContext, work)
    if ('destination' in end) return this.#leave(end.destination)
    const { pending, open } = end
    const endless = endlessMoves(page)
    if (endless) return endless
    const waiting = [...pending, ...(document.body.textContent?.trim() ? [] : open)]
    if (waiting.length > 0) {
      const ms = machineNow() - this.#started
      return {
        type: 'late',
        waiting,
        after: pageContext.signal.aborted ? job.deadline : Math.round(ms),
      }
    }
    this.#open = open
    const lacks = lackOf(page)
    return lacks === undefined ? undefined : crashed(lacks)
  }

  /** A tree that HTML cannot write fails alone. */
  async write(): Promise<Answer | 'written'> {
    const dom = machineNow() - this.#started
    let draft: Answer | AdoptedDraft
    try {
      draft = adoptedDraft({ outcomes: this.#outcomes, open: this.#open, dom }, this.#adopted)
    } catch (error) {
      return crashed(errorText(error))
    }
    if ('type' in draft) return draft
    this.#draft = draft
    return 'written'
  }

  async close(): Promise<void> {
    this.pageContext.close()
    await closeRealmPage()
  }

  finish(): FinishedPage {
    return adoptedDocument(this.#draft as AdoptedDraft, this.#adopted)
  }

  redirect(answer: Answer): Answer {
    return adoptedRedirect(answer, this.#adopted)
  }

  /** A page that loads itself again is opened anew. */
  async #leave(destination: Destination): Promise<Answer | 'again'> {
    if (!(destination instanceof Reload)) return awayAnswer(destination)
    this.#carried = carriedState(destination, this.#carried)
    if (this.#carried === undefined) return crashed(destination.message)
    await closeRealmPage()
    this.#adopted.takePrinted()
    return 'again'
  }
}

const NOTHING_PENDING: Settled = { pending: [], open: [] }

async function settleUntilReady(deadline: AbortSignal): Promise<Settled> {
  for (let left = PATIENCE, steps = 0; steps < MOST_STEPS; steps++) {
    const settled = await settle(document.body, deadline)
    if (settled.pending.length > 0) return settled
    if (Reflect.get(pageGlobal(), 'prerenderReady') !== false) return settled
    // Only a timer can still make the page ready.
    const next = nextTimer()
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

const endlessMoves = (page: LoadingPage): Answer | undefined =>
  page.moves() > MOST_MOVES
    ? crashed(`The page goes from state to state without end: it was at ${location.href} last`)
    : undefined

/** Why a settled page is not complete here. */
function lackOf(page: LoadingPage): string | undefined {
  if (page.isReplaced())
    return 'The page writes itself anew by document.write() after it was read, which is not done here'
  if (page.hasTooMany())
    return `The page has more than ${MOST_SCRIPTS} scripts: not all of them were run`
  const frame = page.missingFrame()
  if (frame === undefined) return undefined
  return `The page looks into a frame that has no document here, so what it makes there is missing. Chromium shows it: see --check. It is ${frame}`
}

/** Opens the document without its scripts. @param html The page's file. @returns Their outcomes. */
async function openRendered(
  rendered: ChromiumDocument,
  html: string,
  pageContext: PageContext,
): Promise<LoadingPage['outcomes']> {
  openRealmPage(rendered.url, rendered.url, pageContext)
  setScriptRunner(() => undefined)
  await createParser({ run: () => undefined }).read(rendered.html)
  // Errors in Chromium count like errors here.
  for (const error of rendered.errors) uncaught(Object.assign(new Error(error), { stack: error }))
  const threw = rendered.errors.length
  const isFile = threw > 0 && textIn(document) === textIn(parsed(html))
  return { ran: isFile ? 0 : 1, threw, missing: 0 }
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

const textIn = ({ body }: Document): number => textLength(serializeChildren(body))
