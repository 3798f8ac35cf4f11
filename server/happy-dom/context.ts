/**
 * Whose code runs. One asynchronous context a job begins before its loaders run and covers all that they start: guards,
 * loaders, heads, views, their promises, timers and requests. In: a job, work. Out: the job that the caller belongs to, with
 * the `fetch` that is its own and the errors that nobody caught. A job that has ended sends nothing any more.
 * What `context()` starts belongs to none.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { clearTimeout } from 'node:timers'
import type { RedirectAnswer } from '../pool/protocol.ts'
import { machineNow } from './machine-time.ts'
import { noteWhile } from './note-while.ts'
import { type TraceLog, Waiting } from './page-trace.ts'

/** What a piece of code belongs to: a job, one drawing of it, or neither. */
export interface Scope {
  readonly job?: JobContext | undefined
  /** Whether modules of the job are evaluated, beside the page that is shown. */
  readonly isModule?: boolean
  /** What `Math.random` is there, see `random.ts`. Default: the real one. */
  readonly random?: (() => number) | undefined
}

/** Where code of a page has sent its readers, or why they cannot be sent there. */
export type Destination = RedirectAnswer | Error

const storage = new AsyncLocalStorage<Scope>()

/** The caller's scope; undefined for what no job has started. */
export const scope = (): Scope | undefined => storage.getStore()

/** The rest of the caller's asynchronous context belongs to this scope. */
export const enter = (scope: Scope): void => storage.enterWith(scope)

/** Runs what belongs to this scope. */
export const runIn = <T>(scope: Scope, work: () => T): T => storage.run(scope, work)

/** Runs what belongs to no job, whatever is under way: what it starts goes on when jobs end. */
export const outsideJobs = <T>(work: () => T): T => storage.run({}, work)

/** Evaluates modules of the caller's job beside the page that is shown. @param random See `Scope`. */
export const runModules = <T>(work: () => T, random: () => number): T =>
  storage.run({ job: scope()?.job, isModule: true, random }, work)

/** Evaluates a module that the caller imports beside the page that is shown. */
export const asModule = <T>(work: () => T): T => storage.run({ ...scope(), isModule: true }, work)

/** Runs what shows a page of the caller's job without the document. @param random See `Scope`. */
export const runPlain = <T>(work: () => T, random: () => number): T =>
  storage.run({ job: scope()?.job, random }, work)

/** An error that nobody caught is kept this many times for one job; more say nothing new. */
const MAX_FAULTS = 20

export class JobContext {
  /** The canonical state, for the log. */
  state: string
  readonly url: string
  id: number
  /** Aborted at the deadline. */
  readonly signal: AbortSignal
  /** The only `fetch` of the job. */
  readonly fetch: typeof fetch
  /** The style sheets of the modules that it has imported, see `imports.ts`. */
  readonly styles = new Set<string>()
  /** What it waits for, in words. */
  readonly waiting: Set<string> = new Waiting(() => this.trace)
  /** Records what it waits for, where its job asks for that. */
  trace: TraceLog | undefined
  /** The URL that its code takes itself to be at, where it has no document. */
  address: string
  /** Says what comes of going to an absolute URL; undefined: nothing, it is there. Default: nothing. */
  leads: (url: string) => Destination | undefined = () => undefined
  /** Whether its code has asked for what only its own document can give, such as a module at its top. */
  needsDocument = false
  /** What its code has put off until its page is there. */
  readonly early: (() => void)[] = []
  /** Called when its code asks for the page anew. Default: it does not get it. */
  reload: () => void = () => {}
  /** When it began, on the machine's clock. */
  readonly begun = machineNow()
  #ended = false
  #leaving = new AbortController()
  #destination: Destination | undefined
  #faults: unknown[] = []
  readonly #unanswered: string[] = []
  #trespass: string | undefined
  readonly #timers = new Set<NodeJS.Timeout>()

  /**
   * @param restrict Makes the job's `fetch` of one that sends.
   * @param send Sends anything anywhere.
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
      // What Node starts for it, such as timers of connections, is none of the page's.
      if (!this.#ended) {
        const answer = outsideJobs(() => send(input, init))
        const [url, own] = input instanceof Request ? [input.url, input.signal] : [String(input)]
        const given = init?.signal ?? own
        noteWhile(this.waiting, `the answer of ${url}`, answer)
        answer.catch((error: unknown) => this.#failed(url, error, given))
        return answer
      }
      throw new TypeError(
        `Cannot fetch ${input instanceof Request ? input.url : input} for the snapshot of ${JSON.stringify(state)}, which has ` +
          'been made: wait for requests in the loader or by page.settled(); what is to outlive a snapshot starts in context()',
      )
    })
  }

  /** The caller's. */
  static get current(): JobContext | undefined {
    return scope()?.job
  }

  get ended(): boolean {
    return this.#ended
  }

  run<T>(work: () => T): T {
    return storage.run({ job: this }, work)
  }

  /** Serves another job: a page that stays loaded goes from state to state. */
  goOn({ id, state }: Pick<JobContext, 'id' | 'state'>): void {
    this.id = id
    this.state = state
  }

  /** Notes that the job has asked for what may be another page's, even if its code swallows the error. */
  trespassed(what: string): void {
    this.#trespass ??= what
  }

  /** What it has asked for since it was last asked. */
  takeTrespass(): string | undefined {
    const what = this.#trespass
    this.#trespass = undefined
    return what
  }

  /** Notes that its code sends the reader elsewhere; the last time counts. */
  leave(url: string): void {
    this.#goTo(this.leads(url))
  }

  /** Notes that its code sends the reader where no redirect leads. */
  fail(why: Error): void {
    this.#goTo(why)
  }

  #goTo(destination: Destination | undefined): void {
    this.#destination = destination
    if (this.isLeaving) this.#leaving.abort()
    else if (this.leaving.aborted) this.#leaving = new AbortController()
  }

  /** Whether its code has sent the reader elsewhere, and not back. */
  get isLeaving(): boolean {
    return this.#destination !== undefined
  }

  /** Aborted when its code sends the reader elsewhere: what it would show is no matter then. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  /** Where its code has sent the reader since it was last asked. */
  takeDestination(): Destination | undefined {
    const destination = this.#destination
    this.#destination = undefined
    if (this.leaving.aborted) this.#leaving = new AbortController()
    return destination
  }

  /** Keeps an error that nobody caught. */
  fault(error: unknown): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(error)
  }

  takeFaults(): unknown[] {
    return this.#faults.splice(0)
  }

  /** Notes that a request had no answer. Nobody misses one that the page has cancelled; one that took too long, it does. */
  #failed(url: string, error: unknown, signal: AbortSignal | undefined): void {
    const isLate = (error as { name?: unknown } | null)?.name === 'TimeoutError'
    if (this.#ended || (signal?.aborted && !isLate)) return
    const { cause = error } = error instanceof Error ? error : { cause: error }
    if (this.#unanswered.length < MAX_FAULTS)
      this.#unanswered.push(`no answer came to a request of ${url}: ${cause}`)
  }

  /** The requests that had no answer, and why. A view may have swallowed the error. */
  takeUnanswered(): string[] {
    return this.#unanswered.splice(0)
  }

  /** Stops a timer of its loaders and modules when the job ends. */
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
