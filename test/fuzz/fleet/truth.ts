/**
 * The truth about the fleet's data: the version of each state now, and the oldest that may be
 * shown. Times in ms of `Date.now()`.
 */

/** Every fourth is brief: a cache that hears of no purge may keep it for a moment. */
export const STATES: readonly string[] = Array.from({ length: 40 }, (_, id) => {
  const kind = id % 4 === 3 ? 'brief' : 'long'
  return `/${kind}/${Math.floor(id / 10)}/${id}`
})

export const isBrief = (id: number): boolean => (STATES[id] as string).startsWith('/brief/')

export interface Purge {
  readonly kind: 'state' | 'prefix' | 'tag' | 'all'
  readonly which: object
  readonly covers: (id: number) => boolean
}

export const PURGES: readonly ((id: number) => Purge)[] = [
  (id) => ({ kind: 'state', which: { state: STATES[id] }, covers: (one) => one === id }),
  (id) => ({
    kind: 'prefix',
    which: { prefix: folderOf(id) },
    covers: (one) => folderOf(one) === folderOf(id),
  }),
  (id) => ({
    kind: 'tag',
    which: { tag: `fives:${id % 5}` },
    covers: (one) => one % 5 === id % 5,
  }),
  () => ({ kind: 'all', which: { all: true }, covers: () => true }),
]

const folderOf = (id: number): string => (STATES[id] as string).replace(/\d+$/, '')

export class Truth {
  readonly #versions = STATES.map(() => 1)
  readonly #purged = STATES.map((): { readonly version: number; readonly at: number }[] => [])

  text(id: number): string {
    return `state ${id} version ${this.#versions[id]}.`
  }

  version(id: number): number {
    return this.#versions[id] as number
  }

  /** Changes the data of a state. @returns Its new version. */
  change(id: number): number {
    const version = this.version(id) + 1
    this.#versions[id] = version
    return version
  }

  /** A purge of a state was complete, and this version was true when it began. */
  purged(id: number, version: number): void {
    this.#purged[id]?.push({ version, at: Date.now() })
  }

  /** The least version that counts if all purges obey that were complete by then. */
  least(id: number, by: number): number {
    return this.#purged[id]?.findLast(({ at }) => at <= by)?.version ?? 1
  }

  /**
   * How long at that time the first purge had been complete that forbids a version; 0 if none did.
   */
  late(id: number, version: number, time: number): number {
    const first = this.#purged[id]?.find((one) => one.version > version)
    return first === undefined ? 0 : Math.max(0, time - first.at)
  }
}
