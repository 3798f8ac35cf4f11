/**
 * Detects adopted pages with errors that show the same for every state. Remembers a few digests per
 * page.
 */

/** `lost`: all known states show the same. `unsure`: too few are known. */
export type Likeness = 'lost' | 'unsure' | 'own'

export interface AlikePages {
  /** Records the content of a state, and judges it. */
  judge(page: string, state: string, digest: string, isAtFault: boolean): Likeness
}

/** This many other states prove that a state has no second name. */
const OTHERS = 2
const MOST_PAGES = 1000
const MOST_STATES = 16

export function createAlikePages(): AlikePages {
  const pages = new Map<string, Map<string, string>>()

  return {
    judge(page, state, digest, isAtFault) {
      const shown = pages.get(page) ?? new Map<string, string>()
      // The first page has two names.
      const name = state.replace(/^\/$/, '')
      const others = [...shown].filter(([one]) => one !== name)
      if (pages.size < MOST_PAGES) pages.set(page, shown)
      shown.delete(name)
      shown.set(name, digest)
      const [oldest] = shown.keys()
      if (shown.size > MOST_STATES && oldest !== undefined) shown.delete(oldest)
      if (!isAtFault || others.some(([, one]) => one !== digest)) return 'own'
      return others.length < OTHERS ? 'unsure' : 'lost'
    },
  }
}
