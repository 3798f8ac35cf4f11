/**
 * The page that the worker makes: its `fetch`, where it goes, what it waits for. All code that runs
 * meanwhile is the page's, but for work that outlives pages: `context()`, kept modules and
 * connections run outside of it.
 */
import { markDirty } from './dirty.ts'
import { noteWhile } from './note-while.ts'
import { isOutside, outsideJobs } from './outside.ts'
import { outsideSignal, pageResponse } from './page-response.ts'
import { type TraceLog, Waiting } from './trace-log.ts'

export interface Redirect {
  readonly type: 'redirect'
  readonly status: 301 | 302
  /** Undefined: no state of the app. */
  readonly state?: string | undefined
  /** The absolute URL: of the state, or of another page. */
  readonly location: string
}

/** A redirect, or the reason why it is impossible. */
export type Destination = Redirect | Error

let open: JobContext | undefined

let hasStarted = false
let isPageOpen = false

/** A page begins or ends. */
export function markOpen(isOpen: boolean): void {
  isPageOpen = isOpen
}

/** From now on code that runs without a page is late: its page has ended. */
export function endStart(): void {
  hasStarted = true
}

/** Whether the code belongs to a page that has ended; the worker is then marked. */
export function isLate(): boolean {
  if (!hasStarted || isPageOpen || isOutside()) return false
  markDirty('it still worked after its end')
  return true
}

/** Requests of a page end with it, by this reason. */
export const CLOSED = new DOMException('The page was closed', 'AbortError')

/** Failed requests told of a page; more add nothing. */
const MAX_FAULTS = 20

export class JobContext {
  readonly state: string
  readonly url: string
  /** Aborted at the deadline, and when the page is closed. */
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** See `imports.ts`. */
  readonly styles = new Set<string>()
  readonly waiting: Set<string> = new Waiting(() => this.trace)
  /** The work that was open at the deadline. Its signal may have ended some of it since. */
  waitedFor: readonly string[] = []
  trace: TraceLog | undefined
  /** Resolves a navigation to an absolute URL; undefined: it stays. Default: it stays. */
  leads: (url: string) => Destination | undefined = () => undefined
  /** Default: does nothing. */
  reload: () => void = () => {}
  readonly #late = new AbortController()
  /** A browser has no deadline: a page must not show that its requests were ended by ours. */
  readonly #requests = new AbortController()
  #leaving = new AbortController()
  #destination: Destination | undefined
  readonly #unanswered: string[] = []
  /** Requests with a status of 400 or more: they may explain an error. */
  readonly refusals: string[] = []
  /** Mistakes of the routes that led to a page. */
  readonly hints: string[] = []

  /**
   * @param restrict Creates the job's `fetch` from an unrestricted one.
   * @param send Sends any request anywhere.
   */
  constructor(
    { state, url }: Pick<JobContext, 'state' | 'url'>,
    restrict: (send: typeof fetch) => typeof fetch,
    send: typeof fetch,
  ) {
    this.signal = this.#late.signal
    const { signal: closed } = this.#requests
    this.state = state
    this.url = url
    this.fetch = restrict(async (input, init) => {
      const [url, own] = input instanceof Request ? [input.url, input.signal] : [String(input)]
      if (this.#isClosed) throw new TypeError(refusalOf(url, state))
      const given = init?.signal ?? own
      const signal = outsideSignal(given ? AbortSignal.any([given, closed]) : closed)
      const answer = outsideJobs(() => send(input, { ...init, signal }))
      noteWhile(this.waiting, `the answer of ${url}${given ? ' (signal passed)' : ''}`, answer)
      answer.then(
        ({ status }) => {
          if (status >= 400 && this.refusals.length < MAX_FAULTS)
            this.refusals.push(
              `a request of ${url} was answered with ${status}${status === 404 ? FOR_FILES : ''}`,
            )
          if (status >= 500) this.#lacks(`the answer to a request of ${url} has status ${status}`)
        },
        (error: unknown) => this.#failed(url, error, given),
      )
      return pageResponse(await answer)
    })
  }

  /** The page whose code runs; undefined between pages and outside of them. */
  static get current(): JobContext | undefined {
    return isOutside() ? undefined : open
  }

  /** It is the page of all code until `close`. */
  open(): void {
    open = this
  }

  /** The deadline is over. Its requests end when it is closed. */
  abort(reason: unknown): void {
    this.waitedFor = [...this.waiting]
    this.#late.abort(reason)
  }

  close(): void {
    this.#isClosed = true
    this.#late.abort(CLOSED)
    this.#requests.abort(CLOSED)
    if (open === this) open = undefined
  }
  #isClosed = false

  /** The last one counts. */
  leave(url: string): void {
    this.#goTo(this.leads(url))
  }

  fail(why: Error): void {
    this.#goTo(why)
  }

  #goTo(destination: Destination | undefined): void {
    this.#destination = destination
    if (this.isLeaving) this.#leaving.abort()
    else if (this.leaving.aborted) this.#leaving = new AbortController()
  }

  get isLeaving(): boolean {
    return this.#destination !== undefined
  }

  /** Aborted on a redirect: the page is then not needed. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  takeDestination(): Destination | undefined {
    const destination = this.#destination
    this.#destination = undefined
    if (this.leaving.aborted) this.#leaving = new AbortController()
    return destination
  }

  /** Records a failed request: a timeout counts, a cancellation by the page does not. */
  #failed(url: string, error: unknown, signal: AbortSignal | undefined): void {
    const isLate = (error as { name?: unknown } | null)?.name === 'TimeoutError'
    if (this.#isClosed || (signal?.aborted && !isLate)) return
    const { cause = error } = error instanceof Error ? error : { cause: error }
    this.#lacks(`no answer came to a request of ${url}: ${cause}`)
  }

  #lacks(what: string): void {
    if (this.#unanswered.length < MAX_FAULTS) this.#unanswered.push(what)
  }

  /** A view may have caught the errors. */
  takeUnanswered(): string[] {
    return this.#unanswered.splice(0)
  }
}

const FOR_FILES = '. If it is a file of the app, put it into public/'

/** @param state Undefined: unknown. */
export const refusalOf = (url: string, state?: string): string =>
  `Cannot fetch ${url} for the snapshot${state === undefined ? '' : ` of ${JSON.stringify(state)}`}, because the snapshot is finished: ` +
  'wait for requests in the loader or with page.settled(); start longer work in context()'
