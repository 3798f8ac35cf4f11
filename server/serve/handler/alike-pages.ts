// Detects adopted pages with errors that show the same for every state.

/** `lost`: all known states show the same. `unsure`: too few are known. */
export type Likeness = 'lost' | 'unsure' | 'own'

/** This many other states prove that a state has no second name. */
const OTHERS = 2
const MOST_STATES = 16

export class AlikePages {
  readonly #shown = new Map<string, Map<string, string>>()

  judge(page: string, state: string, digest: string, isAtFault: boolean): Likeness {
    const shown = this.#shown.get(page) ?? new Map<string, string>()
    this.#shown.set(page, shown)
    // The first page has two names.
    const name = state.replace(/^\/$/, '')
    shown.delete(name)
    const others = [...shown.values()]
    shown.set(name, digest)
    const [oldest] = shown.keys()
    if (shown.size > MOST_STATES && oldest !== undefined) shown.delete(oldest)
    if (!isAtFault || others.some((one) => one !== digest)) return 'own'
    return others.length < OTHERS ? 'unsure' : 'lost'
  }
}
