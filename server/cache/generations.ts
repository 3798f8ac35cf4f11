// Numbers purges: each raises the generations of its tags. An entry is valid while no tag of it has
// a newer generation than the last one that was known when its render began.

/** Tags that a table remembers. Beyond it, the oldest count as purges of everything. */
export const MOST_TAGS = 10_000

export class Generations {
  readonly #of = new Map<string, number>()
  #latest = 0
  #forgotten = 0

  /** The last generation. Read it before you begin to render. */
  get latest(): number {
    return this.#latest
  }

  /** @param generation Not below the latest. Default: the next one. */
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

  /** @param begun `latest` from before the render. */
  isValid(begun: number, tags: readonly string[]): boolean {
    if (begun === this.#latest) return true
    return begun >= this.#forgotten && tags.every((tag) => (this.#of.get(tag) ?? 0) <= begun)
  }
}
