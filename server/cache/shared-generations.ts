// The generations that servers share through a store. The store numbers purges, so one order holds
// for all servers. A server looks four times a second, and sends its own purges with a look. When
// it has not seen the store for a second, it trusts only what it rendered itself since.

import type { Clock } from '../diagnostics/runtime/clock.ts'
import { Generations } from './generations.ts'
import { ALL } from './tags.ts'

/** ms within which every server obeys a purge that the store has. */
export const OBEYED_WITHIN = 1000

/** ms between looks, so that the store may take half of `OBEYED_WITHIN` to reply. */
const LOOK = 250

/** ms that a purge waits for the store. */
const PURGE_TIMEOUT = 1000

/** Tags of purges that wait for the store; beyond this, one purge of everything replaces them. */
const MOST_UNSENT = 100

export type Raised = readonly [tag: string, generation: number]

/**
 * Raises tags in the store, to one new generation above `known` and all of its own.
 * @returns The tags from the generation `known` on, in their order; undefined on failure.
 */
export type Exchange = (
  known: number,
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

  /** The last known generation; 0 before the first look. */
  get latest(): number {
    return this.#table.latest
  }

  /** Time of the last look, in ms: every purge that the store had then is known. */
  get readAt(): number {
    return this.#readAt
  }

  /** Whether purges of other servers that are over a second old are known. */
  isCurrent(time: number): boolean {
    return time - this.#readAt < OBEYED_WITHIN
  }

  /** Whether purges of this server wait for the store. */
  get hasUnsent(): boolean {
    return this.#unsent.size + this.#sending.size > 0
  }

  isValid(begun: number, tags: readonly string[]): boolean {
    return this.#table.isValid(begun, tags)
  }

  /** Registers the receiver of the tags that any server purges. */
  watch(onPurge: (tags: readonly string[]) => void): void {
    this.#watchers.push(onPurge)
  }

  /** @returns Whether the store has the purge. False: it is sent with later looks. */
  async purge(tags: readonly string[]): Promise<boolean> {
    this.#queue(tags)
    return new Promise((resolve) => {
      const cancel = this.#clock.after(PURGE_TIMEOUT, () => resolve(false))
      void this.#look().then((isSent) => {
        cancel()
        resolve(isSent)
      })
    })
  }

  /** Resolves once the store has every purge of this server. */
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
      const rest = Math.max(0, begun + LOOK - this.#clock.now())
      await new Promise<void>((resolve) => this.#clock.after(rest, resolve))
    }
  }

  /** Looks after the look under way. Until then, callers share one look. */
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
    const known = this.#table.latest
    const fresh = news.filter(([, generation]) => generation > known)
    for (const [tag, generation] of fresh) this.#table.raise([tag], generation)
    const tags = fresh.map(([tag]) => tag)
    if (news.length === 0) {
      // The store has lost what it had, and its clock went back.
      tags.push(ALL)
      this.#queue([ALL])
    }
    if (tags.length > 0) for (const onPurge of this.#watchers) onPurge(tags)
  }
}
