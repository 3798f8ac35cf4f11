// Requests pages from a running server to warm its cache. Retries a busy server at the time that it
// names.

import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Times in ms. */
export interface WarmOptions {
  /** Scheme, host and port of the server. */
  readonly server: string
  /** Paths with queries. */
  readonly targets: AsyncIterable<string> | Iterable<string>
  readonly concurrency: number
  /** Timeout of a request. */
  readonly timeout: number
  /** How many failures are listed. The rest are only counted. */
  readonly named: number
  readonly signal: AbortSignal
  readonly onDone?: () => void
}

/** Fetch and timers, for tests to replace. */
export interface WarmMeans {
  /** Default: Node's own. */
  readonly fetch?: typeof fetch
  /** Waits for a number of ms, or until the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface WarmReport {
  readonly warm: number
  readonly failed: number
  readonly failures: readonly { readonly target: string; readonly reason: string }[]
}

/** How often a page is requested if the server is busy or does not respond. */
const TRIES = 4

/** The pause without `Retry-After`, and the longest pause, in ms. */
const PAUSE = 1000
const LONGEST_PAUSE = 30_000

const untilThen = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

export async function warm(
  options: WarmOptions,
  { fetch: send = fetch, pause = untilThen }: WarmMeans = {},
): Promise<WarmReport> {
  const { targets, concurrency, named, signal, onDone } = options
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
  for await (const target of targets) {
    await queue.onSizeLessThan(1)
    if (signal.aborted) break
    void queue.add(() => one(target))
  }
  await queue.onIdle()
  return { ...counts, failures }
}

/** @returns Why the page failed; undefined on success. */
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
      reason = `its status is ${status}`
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
