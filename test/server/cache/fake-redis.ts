/** A Redis for units: a store whose commands a test carries out. */
import type { Raised } from '../../../server/cache/generations.ts'
import type { Store } from '../../../server/cache/shared-pages.ts'

/** The data of a Redis; it treats tags as the script of `redis-pages.ts` does. */
export class FakeRedis {
  pages = new Map<string, Buffer>()
  tags = new Map<string, number>()
  /** Told from others of its kind. */
  readonly #run = ` ${Math.random()}`

  /** @param micros Its clock. */
  exchange(known: number, tags: readonly string[], micros: number): Raised[] {
    const raised = [...tags, ...(this.tags.has(this.#run) ? [] : ['hb'])]
    if (raised.length > 0) {
      const generation = Math.max(known, micros, ...this.tags.values()) + 1
      for (const tag of [...raised, this.#run]) this.tags.set(tag, generation)
    }
    const sorted = [...this.tags].toSorted(([, one], [, other]) => one - other)
    return sorted.filter(([, generation]) => generation >= known)
  }
}

/** The fate of a command: it may be carried out and replied to late, or not at all. */
export type How = 'done' | 'slow' | 'lost' | 'late'

/** A server's connection to a Redis. */
export class Wire {
  readonly store: Store
  readonly #commands: { run: () => unknown; settle: (reply: unknown) => void }[] = []
  /** Replies on their way. */
  readonly #replies: (() => void)[] = []

  /** @param heard Hands a reply to the server. */
  constructor(
    redis: () => FakeRedis,
    now: () => number,
    heard: (reply: () => void) => void = (reply) => reply(),
  ) {
    const send = <T>(run: () => T): Promise<T | undefined> =>
      new Promise((resolve) => {
        this.#commands.push({ run, settle: (reply) => heard(() => resolve(reply as T)) })
      })
    this.store = {
      exchange: (known, tags) => send(() => redis().exchange(known, tags, now() * 1000)),
      read: (key) => send(() => redis().pages.get(key)),
      write: (key, record) => void send(() => redis().pages.set(key, record)),
      drop: (key) => void send(() => redis().pages.delete(key)),
      close: () => undefined,
    }
  }

  get pending(): number {
    return this.#commands.length
  }

  /** Carries out the next command. */
  next(how: How): void {
    const command = this.#commands.shift()
    const reply = how === 'lost' ? undefined : command?.run()
    const isHeard = how === 'done' || how === 'slow'
    this.#replies.push(() => command?.settle(isHeard ? reply : undefined))
    // Replies come in the order of their commands.
    if (how !== 'slow') for (const settle of this.#replies.splice(0)) settle()
  }
}

/** A clock that a test moves on. */
export class FakeClock {
  time = 5_000_000
  #timers: { at: number; callback: () => void }[] = []
  readonly now = (): number => this.time

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.time + ms, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  pass(ms: number): void {
    this.time += ms
    const due = this.#timers.filter(({ at }) => at <= this.time)
    this.#timers = this.#timers.filter(({ at }) => at > this.time)
    for (const { callback } of due.toSorted((one, other) => one.at - other.at)) callback()
  }
}
