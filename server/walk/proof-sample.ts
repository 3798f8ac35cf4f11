// Which steps of a page that stays loaded are proven, by loading the page anew as well and comparing: the first of all, the first
// way from each kind of page to each other, and of the rest a random sample that never ends. In: what is known of a group of
// states, the kind of step. Out: whether this one is to be proven.

/** What is known of a group. */
export interface ProofRecord {
  /** How many states were walked to. */
  walked: number
  /** Which steps have been proven. */
  readonly proven: Set<string>
}

/** So many pages are proven before any is believed. */
export const FIRST_PROOFS = 8

/** The share of pages that are proven, for as long as the group lives: more at first, never less than the second. */
const EARLY = 4
const SAMPLE = 1 / 128

/** Steps of more kinds than this makes are proven every time. */
const MAX_PROVEN = 4096

/** Says it. @param random From 0 to below 1. */
export const mustProve = (
  { walked, proven }: ProofRecord,
  step: string,
  random: () => number,
): boolean =>
  walked <= FIRST_PROOFS || !proven.has(step) || random() < Math.max(SAMPLE, EARLY / walked)

/** Notes a proof that has held. */
export function noteProven({ proven }: ProofRecord, step: string): void {
  if (proven.size < MAX_PROVEN) proven.add(step)
}
