// Asks a running server for pages, so that it has them before anybody else asks. In: addresses, bounds. Out: which of them it
// answers, and what it says of the others. One that is busy is asked again when it says so.

import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'

/** What to ask for, and how fast. Times in ms. */
export interface WarmOptions {
  /** Scheme, host and port of the server. */
  readonly server: string
  /** Paths with queries, as a server is asked for them. */
  readonly targets: AsyncIterable<string> | Iterable<string>
  /** How many requests may be under way. */
  readonly concurrency: number
  /** How many requests are begun in a second, at most. Default: as many as are answered. */
  readonly rate?: number | undefined
  /** How long an answer may take. */
  readonly timeout: number
  /** How many of those that are not answered are named. The others are counted. */
  readonly named: number
  readonly signal: AbortSignal
  /** Told each that is done. */
  readonly onDone?: () => void
}

/** Requests and pauses, so that tests can replace them. */
export interface WarmMeans {
  /** Default: Node's own. */
  readonly fetch?: typeof fetch
  /** In ms. */
  readonly now?: () => number
  /** Waits for so many ms, or until the signal. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** What came of it. */
export interface WarmReport {
  readonly warm: number
  readonly failed: number
  /** The first of those that failed. */
  readonly failures: readonly { readonly target: string; readonly reason: string }[]
}

/** A page is asked for so often, if the server is busy or does not answer. */
const TRIES = 4

/** Who is busy and does not say for how long is asked again after so many ms; nobody is waited for longer than the second. */
const PAUSE = 1000
const LONGEST_PAUSE = 30_000

const untilThen = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

/** Warms. */
export async function warm(
  options: WarmOptions,
  { fetch: send = fetch, now = () => performance.now(), pause = untilThen }: WarmMeans = {},
): Promise<WarmReport> {
  const { targets, concurrency, rate, named, signal, onDone } = options
  const queue = new PQueue({ concurrency })
  const failures: { target: string; reason: string }[] = []
  const counts = { warm: 0, failed: 0 }
  const one = async (target: string) => {
    const reason = await ask(target, options, { send, pause })
    if (signal.aborted) return
    if (reason === undefined) counts.warm += 1
    else {
      counts.failed += 1
      if (failures.length < named) failures.push({ target, reason })
    }
    onDone?.()
  }
  let next = now()
  for await (const target of targets) {
    await queue.onSizeLessThan(1)
    if (rate !== undefined) {
      const at = now()
      next = Math.max(at, next) + 1000 / rate
      const wait = next - 1000 / rate - at
      if (wait > 0) await pause(wait, signal)
    }
    if (signal.aborted) break
    void queue.add(() => one(target))
  }
  await queue.onIdle()
  return { ...counts, failures }
}

/** @returns Why the page is not there; undefined when it is. */
async function ask(
  target: string,
  { server, timeout, signal }: WarmOptions,
  { send, pause }: { send: typeof fetch; pause: NonNullable<WarmMeans['pause']> },
): Promise<string | undefined> {
  for (let tried = 1; ; tried++) {
    if (signal.aborted) return 'interrupted'
    let reason: string
    let wait = PAUSE * tried
    try {
      const answer = await send(server + target, {
        redirect: 'manual',
        headers: { 'user-agent': 'hashbang-warm', 'accept-encoding': 'br, gzip' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      })
      await answer.body?.pipeTo(new WritableStream())
      const { status } = answer
      if (status < 400) return undefined
      reason = `it is answered ${status}`
      if (status !== 503 && status !== 429) return reason
      wait = Number(answer.headers.get('retry-after')) * 1000 || wait
    } catch (error) {
      const { name, cause, message } = error as Error & { cause?: { code?: string } }
      reason = name === 'TimeoutError' ? `no answer within ${timeout} ms` : (cause?.code ?? message)
    }
    if (tried === TRIES) return reason
    await pause(Math.min(wait, LONGEST_PAUSE), signal)
  }
}
