// The loaded pages of a site, each in a worker of its own. In: which cluster of states is to be walked in. Out: a walker of that
// cluster that has its page loaded; new ones, as many as there may be: those that nobody has asked for longest end for them. One
// that has grown old goes on until its successor has loaded.

import type { Order } from '../pool/protocol.ts'
import { startWalker, type Walker, type WalkerOptions } from './walker.ts'

/** Where walkers are asked for. */
export interface Walkers {
  /** One that has its page loaded; the one with the least to do. */
  loaded(cluster: string, shell: Order['shell']): Walker | undefined
  /** Starts one, where one more is wanted and there may be. */
  start(cluster: string, shell: Order['shell']): Walker | undefined
  /** Ends those of a cluster. */
  retire(cluster: string): void
  /** How many jobs they have. */
  readonly load: number
  close(): Promise<void>
}

interface Kept {
  readonly cluster: string
  readonly shell: Order['shell']
  readonly walker: Walker
}

/** One more is started when all have so many jobs. */
const BUSY = 2

/** @param most How many there may be. */
export function createWalkers(options: WalkerOptions, most: number): Walkers {
  /** Those used last come last. */
  let all: readonly Kept[] = []
  let open = true

  const alive = () => {
    all = all.filter(({ walker }) => !walker.isOver)
    return all
  }
  const of = (cluster: string) => alive().filter((one) => one.cluster === cluster)

  function dismiss(kept: Kept): void {
    all = all.filter((one) => one !== kept)
    void kept.walker.end()
  }

  function idlest(kept: readonly Kept[]): Kept | undefined {
    return kept.reduce<Kept | undefined>(
      (best, one) => (best && best.walker.load <= one.walker.load ? best : one),
      undefined,
    )
  }

  return {
    loaded(cluster, shell) {
      // The page itself has changed.
      for (const one of of(cluster)) if (one.shell !== shell) dismiss(one)
      const ready = of(cluster).filter(({ walker }) => walker.isLoaded)
      const young = ready.filter(({ walker }) => !walker.isOld)
      if (young.length > 0) {
        for (const one of ready) if (one.walker.isOld && one.walker.load === 0) dismiss(one)
      }
      const best = idlest(young.length > 0 ? young : ready)
      if (best) all = [...all.filter((one) => one !== best), best]
      return best?.walker
    },
    start(cluster, shell) {
      const young = of(cluster).filter(({ walker }) => !walker.isOld)
      const isWanted = young.every(({ walker }) => walker.isLoaded && walker.load >= BUSY)
      if (!open || !isWanted) return undefined
      const others = all.filter((one) => one.cluster !== cluster && one.walker.load === 0)
      // A successor may be there beside who is old.
      if (all.filter(({ walker }) => !walker.isOld).length >= most) {
        const [oldest] = others
        if (oldest === undefined) return undefined
        dismiss(oldest)
      }
      const walker = startWalker(options)
      all = [...all, { cluster, shell, walker }]
      return walker
    },
    retire(cluster) {
      for (const one of of(cluster)) dismiss(one)
    },
    get load() {
      return alive().reduce((sum, { walker }) => sum + walker.load, 0)
    },
    async close() {
      open = false
      await Promise.all(all.map(({ walker }) => walker.end()))
    },
  }
}
