/**
 * Holds the `fetch`, the navigations and the failed requests of a page. A worker creates one for
 * each page. While it is open, all code but background work is the page's.
 */

import type { Redirect } from '../types.ts'
import { inBackground, isBackground } from './background.ts'
import { backgroundSignal, pageResponse } from './http-client.ts'
import { perPage } from './page-state.ts'
import { noteWhile, type TraceLog, Waiting } from './page-trace.ts'

/** A redirect, or the reason why it is impossible. */
export type Destination = Redirect | Error

const opened = perPage(() => ({ context: undefined as PageContext | undefined }))

/** The reason by which requests of a page end with it. */
export const CLOSED = new DOMException('The page was closed', 'AbortError')

/** Failed requests in the log of a page; more add nothing. */
const MAX_FAULTS = 20

export class PageContext {
  /** The page's name in messages. */
  readonly state: string
  readonly url: string
  /** Aborted at the deadline, and when the page is closed. */
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** Of dynamic imports. */
  readonly styles = new Set<string>()
  readonly waiting: Set<string> = new Waiting(() => this.trace)
  /** Open work at the deadline. */
  waitedFor: readonly string[] = []
  trace: TraceLog | undefined
  /** Resolves a navigation to an absolute URL; undefined: the page stays. */
  leads: (url: string) => Destination | undefined = () => undefined
  reload: () => void = () => {}
  readonly #late = new AbortController()
  /** Not the deadline: a browser has none, and a page must not show its effect. */
  readonly #requests = new AbortController()
  #isClosed = false
  #leaving = new AbortController()
  #destination: Destination | undefined
  readonly #unanswered: string[] = []
  /** Requests with a status of 400 or more, which may explain an error. */
  readonly refusals: string[] = []
  /** Mistakes outside of the page that led to it; texts of errors name them. */
  readonly hints: string[] = []
  /** Warnings about browser features that the page used in vain. */
  readonly lacked: string[] = []

  /** @param restrict Creates the page's `fetch` from an unrestricted one. */
  constructor(
    { state, url }: Pick<PageContext, 'state' | 'url'>,
    restrict: (send: typeof fetch) => typeof fetch,
    send: typeof fetch,
  ) {
    this.signal = this.#late.signal
    this.state = state
    this.url = url
    this.fetch = restrict((input, init) => this.#send(send, input, init))
  }

  async #send(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const [url, own] = input instanceof Request ? [input.url, input.signal] : [String(input)]
    if (this.#isClosed) throw new TypeError(refusalOf(url, this.state))
    const { signal: closed } = this.#requests
    const passed = init?.signal ?? own
    const signal = backgroundSignal(passed ? AbortSignal.any([passed, closed]) : closed)
    const answer = inBackground(() => send(input, { ...init, signal }))
    noteWhile(this.waiting, `the answer of ${url}${passed ? ' (signal passed)' : ''}`, answer)
    answer.then(
      ({ status }) => this.#recordStatus(url, status),
      (error: unknown) => this.#recordFailure(url, error, passed),
    )
    return pageResponse(await answer, new URL(this.url).origin)
  }

  /** The page whose code runs; undefined between pages and outside of them. */
  static get current(): PageContext | undefined {
    return isBackground() ? undefined : opened().context
  }

  open(): void {
    opened().context = this
  }

  /** Ends it at the deadline; its requests go on until it is closed. */
  abort(reason: unknown): void {
    this.waitedFor = [...this.waiting]
    this.#late.abort(reason)
  }

  close(): void {
    this.#isClosed = true
    this.#late.abort(CLOSED)
    this.#requests.abort(CLOSED)
    const current = opened()
    if (current.context === this) current.context = undefined
  }

  /** The last navigation counts. */
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

  #recordStatus(url: string, status: number): void {
    if (status >= 400 && this.refusals.length < MAX_FAULTS)
      this.refusals.push(
        `a request of ${url} was answered with ${status}${status === 404 ? FOR_FILES : ''}`,
      )
    if (status >= 500)
      this.#recordUnanswered(`the answer to a request of ${url} has status ${status}`)
  }

  /** A timeout counts, a cancellation by the page does not. */
  #recordFailure(url: string, error: unknown, signal: AbortSignal | undefined): void {
    const isLate = (error as { name?: unknown } | null)?.name === 'TimeoutError'
    if (this.#isClosed || (signal?.aborted && !isLate)) return
    const { cause = error } = error instanceof Error ? error : { cause: error }
    this.#recordUnanswered(`no answer came to a request of ${url}: ${cause}`)
  }

  #recordUnanswered(what: string): void {
    if (this.#unanswered.length < MAX_FAULTS) this.#unanswered.push(what)
  }

  /** Requests without a good response; a view may have caught their errors. */
  takeUnanswered(): string[] {
    return this.#unanswered.splice(0)
  }
}

const FOR_FILES = '. If it is a file of the app, put it into public/'

export const refusalOf = (url: string, state?: string): string =>
  `Cannot fetch ${url} for the snapshot${state === undefined ? '' : ` of ${JSON.stringify(state)}`}, because the snapshot is finished: ` +
  'wait for requests in the loader or with page.settled(); start longer work in context()'
