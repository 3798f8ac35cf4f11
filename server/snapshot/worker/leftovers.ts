/**
 * Tracks side effects on built-ins, globals and kept modules when loaders overlap. Their owner is
 * unknown, so all running loaders and the shown page are in doubt and run again, alone.
 */
export interface Leftovers {
  watch(): Watch
  /** A running loader left a side effect. */
  doubt(): void
  /**
   * How thoroughly to check before a page of this route: its own loaders' side effects must be
   * distinguishable.
   */
  lookOf(route: string): Look
  /**
   * Receives the side effects of an ended page. Those that its route also leaves without other
   * loaders belong to its views, if none existed at its start.
   * @param during Watched since the page was opened.
   * @param look The check at its start.
   */
  hear(route: string, left: readonly string[], during: Watch, look: Look): void
}

/** Whether non-enumerable properties are checked too, which is most of the work. */
export type Look = 'quickly' | 'wholly'

/** Watches from a moment on. */
export interface Watch {
  /** The watcher's own loaders begin. @returns Call it when they have ended. */
  load(): () => void
  /** Ignores side effects so far: the watcher's code begins only now. */
  restart(): void
  /** Whether a side effect of unknown owner was found since. */
  isInDoubt(): boolean
  /** Whether other loaders have run since. */
  isBeside(): boolean
}

/** A route whose views leave more names, such as one per id, puts no page in doubt. */
const MOST_NAMES = 100

export function createLeftovers(): Leftovers {
  let doubts = 0
  let begun = 0
  let under = 0
  const usual = new Map<string, Set<string>>()
  /** Routes with side effects not yet attributed to views or loaders. */
  const unclear = new Set<string>()

  function watch(): Watch {
    const [begunBefore, underBefore] = [begun, under]
    let doubtsBefore = doubts
    let own = 0
    return {
      load() {
        own += 1
        begun += 1
        under += 1
        return () => {
          under -= 1
        }
      },
      restart() {
        doubtsBefore = doubts
      },
      isInDoubt: () => doubts !== doubtsBefore,
      isBeside: () => underBefore > 0 || begun - own !== begunBefore,
    }
  }

  function doubt(): void {
    doubts += 1
  }

  return {
    watch,
    doubt,
    lookOf: (route) => (unclear.has(route) ? 'wholly' : 'quickly'),
    hear(route, left, during, look) {
      if (left.length === 0) return
      const known = usual.get(route) ?? new Set()
      usual.set(route, known)
      if (known.size > MOST_NAMES || left.every((name) => known.has(name))) return
      if (during.isBeside()) doubt()
      else if (look === 'quickly') unclear.add(route)
      else {
        unclear.delete(route)
        for (const name of left) known.add(name)
      }
    },
  }
}
