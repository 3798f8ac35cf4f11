// Asks a running server for pages, so that it has them before anybody else asks. In: addresses, bounds. Out: which of them it
// answers, and what it says of the others. One that is busy is asked again when it says so, and so is one
// that has made the page only as another build.

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

/** What came of it. */
export interface WarmReport {
  readonly warm: number
  readonly failed: number
  /** The first of those that failed. */
  readonly failures: readonly { readonly target: string; readonly reason: string }[]
}

/** A page is asked for so often, if the server is busy or does not answer. */
const TRIES = 4

/** What a server says of a page that the build before has made: its own is being made then. */
const PREVIOUS = 'detail=previous-build'

/** Who is busy and does not say for how long is asked again after so many ms; nobody is waited for longer than the second. */
const PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Warms. */
export async function warm(options: WarmOptions): Promise<WarmReport> {
  const { targets, concurrency, rate, named, signal, onDone } = options
  const queue = new PQueue({ concurrency })
  const failures: { target: string; reason: string }[] = []
  const counts = { warm: 0, failed: 0 }
  const one = async (target: string) => {
    const reason = await ask(target, options)
    if (signal.aborted) return
    if (reason === undefined) counts.warm += 1
    else {
      counts.failed += 1
      if (failures.length < named) failures.push({ target, reason })
    }
    onDone?.()
  }
  let next = performance.now()
  for await (const target of targets) {
    await queue.onSizeLessThan(1)
    if (rate !== undefined) {
      const now = performance.now()
      next = Math.max(now, next) + 1000 / rate
      const wait = next - 1000 / rate - now
      if (wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => undefined)
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
): Promise<string | undefined> {
  for (let tried = 1; ; tried++) {
    if (signal.aborted) return 'interrupted'
    let reason: string
    let pause = PAUSE * tried
    try {
      const answer = await fetch(server + target, {
        redirect: 'manual',
        headers: { 'user-agent': 'hashbang-warm', 'accept-encoding': 'br, gzip' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      })
      await answer.body?.pipeTo(new WritableStream())
      const { status } = answer
      const isPrevious = answer.headers.get('cache-status')?.includes(PREVIOUS) ?? false
      if (status < 400 && !isPrevious) return undefined
      reason = isPrevious ? 'the build before answers it' : `it is answered ${status}`
      if (status !== 503 && status !== 429 && !isPrevious) return reason
      pause = Number(answer.headers.get('retry-after')) * 1000 || pause
    } catch (error) {
      const { name, cause, message } = error as Error & { cause?: { code?: string } }
      reason = name === 'TimeoutError' ? `no answer within ${timeout} ms` : (cause?.code ?? message)
    }
    if (tried === TRIES) return reason
    await setTimeout(Math.min(pause, LONGEST_PAUSE), undefined, { signal }).catch(() => undefined)
  }
}
