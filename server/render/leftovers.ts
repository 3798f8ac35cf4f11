/**
 * Whose is what is found on built-ins, globals and kept modules. In: when loaders run beside each other, what each page has left. Out:
 * whether a page may have seen what was another's. Nobody can say which of several loaders has left something, so all that
 * were under way are in doubt, and the page that was shown with them: they are begun anew, alone.
 */
export interface Leftovers {
  watch(): Watch
  /** Something was found that one of the loaders under way has left. */
  doubt(): void
  /** How closely a page of a route is looked at when it begins: it must be known what its own loaders have left there. */
  lookOf(route: string): Look
  /**
   * Hears what a page has left when it ended. What pages of its route leave when no loader runs beside them is their views' own,
   * if nothing was there when they began.
   *
   * @param during Watched since the page was opened.
   * @param look How closely it was looked at when it began.
   */
  hear(route: string, left: readonly string[], during: Watch, look: Look): void
}

/** Whether what is hidden from enumeration is looked for, too, which is most of the work. */
export type Look = 'quickly' | 'wholly'

/** What happens from some moment on. */
export interface Watch {
  /** Loaders of the one who watches begin. @returns Called when they have ended. */
  load(): () => void
  /** What was found so far can't have been seen: its code begins only now. */
  restart(): void
  /** Whether something was found since whose owner nobody knows. */
  isInDoubt(): boolean
  /** Whether loaders of others have run since. */
  isBeside(): boolean
}

/** Routes whose views leave more names than this, such as one for each id, are in doubt about none. */
const MOST_NAMES = 100

export function createLeftovers(): Leftovers {
  let doubts = 0
  let begun = 0
  let under = 0
  /** What views leave, by route. */
  const usual = new Map<string, Set<string>>()
  /** The routes that have left something of which nobody knows yet whether their views or their loaders did. */
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
