// Numbers purges: each raises the generations of its tags, and covers entries whose render began
// before. The cache has a table; servers share one through a store, which numbers all purges. Each
// looks four times a second, and sends its own purges with a look.

import type { Clock } from '../diagnostics/runtime/clock.ts'
import { ALL } from './tags.ts'

/** The most tags to remember: the oldest of more count as purges of everything. */
export const MOST_TAGS = 10_000

export class Generations {
  readonly #of = new Map<string, number>()
  #latest = 0
  #forgotten = 0

  /** Read it before a render begins. */
  get latest(): number {
    return this.#latest
  }

  /** @param generation Default: the next one. */
  raise(tags: readonly string[], generation = this.#latest + 1): void {
    this.#latest = generation
    for (const tag of tags) {
      // The map's order is the order of generations.
      this.#of.delete(tag)
      this.#of.set(tag, generation)
    }
    for (const [tag, oldest] of this.#of) {
      if (this.#of.size <= MOST_TAGS) return
      this.#of.delete(tag)
      this.#forgotten = oldest
    }
  }

  /** @param begun `latest` before the render. */
  isValid(begun: number, tags: readonly string[]): boolean {
    if (begun === this.#latest) return true
    return begun >= this.#forgotten && tags.every((tag) => (this.#of.get(tag) ?? 0) <= begun)
  }
}

/** Every server obeys a purge within so many ms. */
export const OBEYED_WITHIN_MS = 1000

/** The pause between looks: the store may take half of `OBEYED_WITHIN_MS` to reply. */
const LOOK_INTERVAL_MS = 250

const PURGE_TIMEOUT_MS = 1000

/** The most tags to send: one purge of everything replaces more. */
const MOST_UNSENT = 100

export type Raised = readonly [tag: string, generation: number]

/**
 * Raises tags in the store to a new generation.
 * @returns The tags from the generation `since` on, in order; undefined on failure.
 */
export type Exchange = (
  since: number,
  tags: readonly string[],
) => Promise<readonly Raised[] | undefined>

export class SharedGenerations {
  readonly #exchange: Exchange
  readonly #clock: Clock
  readonly #table = new Generations()
  readonly #watchers: ((tags: readonly string[]) => void)[] = []
  readonly #onSent: (() => void)[] = []
  #unsent = new Set<string>()
  #sending = new Set<string>()
  #readAt = Number.NEGATIVE_INFINITY
  #underWay: Promise<boolean> = Promise.resolve(true)
  #next: Promise<boolean> | undefined
  #isClosed = false

  constructor(exchange: Exchange, clock: Clock) {
    this.#exchange = exchange
    this.#clock = clock
    void this.#keepLooking()
  }

  get latest(): number {
    return this.#table.latest
  }

  /** Time of the last look in ms: purges until then are known. */
  get readAt(): number {
    return this.#readAt
  }

  /** Whether all purges of over a second ago are known. */
  isCurrent(time: number): boolean {
    return time - this.#readAt < OBEYED_WITHIN_MS
  }

  get hasUnsent(): boolean {
    return this.#unsent.size + this.#sending.size > 0
  }

  isValid(begun: number, tags: readonly string[]): boolean {
    return this.#table.isValid(begun, tags)
  }

  watch(onPurge: (tags: readonly string[]) => void): void {
    this.#watchers.push(onPurge)
  }

  /** @returns Whether the store has the purge. False: later looks send it. */
  async purge(tags: readonly string[]): Promise<boolean> {
    this.#queue(tags)
    return new Promise((resolve) => {
      const cancel = this.#clock.after(PURGE_TIMEOUT_MS, () => resolve(false))
      void this.#look().then((isSent) => {
        cancel()
        resolve(isSent)
      })
    })
  }

  whenSent(): Promise<void> {
    return new Promise((resolve) => this.#onSent.push(resolve))
  }

  close(): void {
    this.#isClosed = true
  }

  #queue(tags: Iterable<string>): void {
    for (const tag of tags) this.#unsent.add(tag)
    if (this.#unsent.size > MOST_UNSENT) this.#unsent = new Set([ALL])
  }

  async #keepLooking(): Promise<void> {
    while (!this.#isClosed) {
      const begun = this.#clock.now()
      await this.#look()
      const pause = Math.max(0, begun + LOOK_INTERVAL_MS - this.#clock.now())
      await new Promise<void>((resolve) => this.#clock.after(pause, resolve))
    }
  }

  /** Looks after the look under way. Callers share the next one. */
  #look(): Promise<boolean> {
    this.#next ??= this.#underWay.then(() => {
      this.#next = undefined
      this.#underWay = this.#lookNow()
      return this.#underWay
    })
    return this.#next
  }

  async #lookNow(): Promise<boolean> {
    this.#sending = this.#unsent
    this.#unsent = new Set()
    const sentAt = this.#clock.now()
    const news = await this.#exchange(this.#table.latest, [...this.#sending])
    const sent = this.#sending
    this.#sending = new Set()
    if (news === undefined) {
      this.#queue(sent)
      return false
    }
    this.#learn(news)
    this.#readAt = sentAt
    if (!this.hasUnsent) for (const resolve of this.#onSent.splice(0)) resolve()
    return true
  }

  #learn(news: readonly Raised[]): void {
    const { latest } = this.#table
    const fresh = news.filter(([, generation]) => generation > latest)
    for (const [tag, generation] of fresh) this.#table.raise([tag], generation)
    const tags = fresh.map(([tag]) => tag)
    if (news.length === 0) {
      // The store has lost its purges, and its clock went back.
      tags.push(ALL)
      this.#queue([ALL])
    }
    if (tags.length > 0) for (const onPurge of this.#watchers) onPurge(tags)
  }
}
