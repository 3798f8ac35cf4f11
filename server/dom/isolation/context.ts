/**
 * Tracks which job runs code, by an asynchronous context that covers its guards, loaders, views,
 * promises, timers and requests. Each job has its own `fetch` and uncaught errors; an ended job
 * sends no requests. Code started by `context()` has no job.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { clearTimeout } from 'node:timers'
import { machineNow } from './machine-time.ts'
import { noteWhile } from './note-while.ts'
import { type TraceLog, Waiting } from './trace-log.ts'

export interface Scope {
  readonly job?: JobContext | undefined
  /** Whether it evaluates modules of the job beside the shown page. */
  readonly isModule?: boolean
  /** See `random.ts`. Default: the real one. */
  readonly random?: (() => number) | undefined
}

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

const storage = new AsyncLocalStorage<Scope>()

/** Undefined outside jobs. */
export const scope = (): Scope | undefined => storage.getStore()

export const enter = (scope: Scope): void => storage.enterWith(scope)

export const runIn = <T>(scope: Scope, work: () => T): T => storage.run(scope, work)

/** It continues when jobs end. */
export const outsideJobs = <T>(work: () => T): T => storage.run({}, work)

/** @param random See `Scope`. */
export const runModules = <T>(work: () => T, random: () => number): T =>
  storage.run({ job: scope()?.job, isModule: true, random }, work)

export const asModule = <T>(work: () => T): T => storage.run({ ...scope(), isModule: true }, work)

/** Renders without the document. @param random See `Scope`. */
export const runPlain = <T>(work: () => T, random: () => number): T =>
  storage.run({ job: scope()?.job, random }, work)

/** Uncaught errors kept per job; more add nothing. */
const MAX_FAULTS = 20

export class JobContext {
  /** For the log. */
  state: string
  readonly url: string
  id: number
  /** Aborted at the deadline. */
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** See `imports.ts`. */
  readonly styles = new Set<string>()
  readonly waiting: Set<string> = new Waiting(() => this.trace)
  trace: TraceLog | undefined
  /** For code without a document. */
  address: string
  /** Resolves a navigation to an absolute URL; undefined: it stays. Default: it stays. */
  leads: (url: string) => Destination | undefined = () => undefined
  /** For example at a module's top level. */
  needsDocument = false
  readonly early: (() => void)[] = []
  /** Default: does nothing. */
  reload: () => void = () => {}
  /** On the machine's clock. */
  readonly begun = machineNow()
  #ended = false
  #leaving = new AbortController()
  #destination: Destination | undefined
  #faults: unknown[] = []
  readonly #unanswered: string[] = []
  #deniedAccess: string | undefined
  readonly #timers = new Set<NodeJS.Timeout>()

  /**
   * @param restrict Creates the job's `fetch` from an unrestricted one.
   * @param send Sends any request anywhere.
   */
  constructor(
    { id, state, url }: Pick<JobContext, 'id' | 'state' | 'url'>,
    signal: AbortSignal,
    restrict: (send: typeof fetch) => typeof fetch,
    send: typeof fetch,
  ) {
    this.id = id
    this.signal = signal
    this.state = state
    this.url = url
    this.address = url
    this.fetch = restrict(async (input, init) => {
      // Node's own timers, such as those of connections, are not the page's.
      if (!this.#ended) {
        const answer = outsideJobs(() => send(input, init))
        const [url, own] = input instanceof Request ? [input.url, input.signal] : [String(input)]
        const given = init?.signal ?? own
        noteWhile(this.waiting, `the answer of ${url}`, answer)
        answer.catch((error: unknown) => this.#failed(url, error, given))
        return answer
      }
      throw new TypeError(
        `Cannot fetch ${input instanceof Request ? input.url : input} for the snapshot of ${JSON.stringify(state)}, because ` +
          'the snapshot is finished: wait for requests in the loader or with page.settled(); start longer work in context()',
      )
    })
  }

  static get current(): JobContext | undefined {
    return scope()?.job
  }

  get ended(): boolean {
    return this.#ended
  }

  run<T>(work: () => T): T {
    return storage.run({ job: this }, work)
  }

  /** Records access to another page's document, even if the code catches the error. */
  denyAccess(what: string): void {
    this.#deniedAccess ??= what
  }

  takeDeniedAccess(): string | undefined {
    const what = this.#deniedAccess
    this.#deniedAccess = undefined
    return what
  }

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

  fault(error: unknown): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(error)
  }

  takeFaults(): unknown[] {
    return this.#faults.splice(0)
  }

  /** Records a failed request: a timeout counts, a cancellation by the page does not. */
  #failed(url: string, error: unknown, signal: AbortSignal | undefined): void {
    const isLate = (error as { name?: unknown } | null)?.name === 'TimeoutError'
    if (this.#ended || (signal?.aborted && !isLate)) return
    const { cause = error } = error instanceof Error ? error : { cause: error }
    if (this.#unanswered.length < MAX_FAULTS)
      this.#unanswered.push(`no answer came to a request of ${url}: ${cause}`)
  }

  /** A view may have caught the errors. */
  takeUnanswered(): string[] {
    return this.#unanswered.splice(0)
  }

  keepTimer(timer: NodeJS.Timeout): NodeJS.Timeout {
    this.#timers.add(timer)
    return timer
  }

  end(): void {
    this.#ended = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
