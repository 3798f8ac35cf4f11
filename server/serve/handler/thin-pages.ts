// Detects pages that show far less text than others of their route: after an error, such a page may
// be incomplete.

/** The median covers this many recent pages. */
const SIBLINGS = 16

/** Fewer pages prove nothing about a route. */
const LEAST = 4

const SHARE = 1 / 4

const MOST_ROUTES = 1_000

export class ThinPages {
  readonly #lengths = new Map<string, number[]>()

  /** Records the text length of a page without errors. */
  learn(route: string, length: number): void {
    const lengths = this.#lengths.get(route) ?? []
    const [oldest] = this.#lengths.keys()
    if (this.#lengths.size >= MOST_ROUTES && lengths.length === 0 && oldest !== undefined)
      this.#lengths.delete(oldest)
    this.#lengths.set(route, [...lengths, length].slice(-SIBLINGS))
  }

  /** @returns The median if a page of this length is thin. */
  thinBeside(route: string, length: number): number | undefined {
    const lengths = this.#lengths.get(route) ?? []
    if (lengths.length < LEAST) return undefined
    const sorted = lengths.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length / 2)] as number
    return length < median * SHARE ? median : undefined
  }
}
