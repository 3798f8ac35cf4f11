/** Lists of differences from Chromium. */
import { expect, test } from '@playwright/test'

/** The major version of Chromium that all lists were made with. */
const MADE_WITH = 156

/** The differences found; other fields are printed with them. */
export interface Found {
  readonly name: string
}

/** The questions that Chromium has answered and that are not answered so here. */
export function differing(
  ours: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): (Found & { readonly ours: unknown; readonly theirs: unknown })[] {
  return Object.entries(theirs)
    .map(([name, answer]) => ({ name, ours: ours[name], theirs: answer }))
    .filter((one) => one.ours !== one.theirs)
}

/**
 * Expects exactly the listed differences: nothing more and nothing less.
 * @param version The version of the browser that it was found beside, as `browser.version()`
 * returns it.
 * @param isLasting Whether a listed difference is found each time: the others may be gone.
 */
export function expectListed(
  version: string,
  found: readonly Found[],
  listed: Iterable<string> = [],
  isLasting: (name: string) => boolean = () => true,
): void {
  const known = new Set(listed)
  const names = new Set(found.map(({ name }) => name))
  const result = {
    'differs, and is not listed': found.filter(({ name }) => !known.has(name)),
    'listed, and differs no more': [...known].filter((name) => !names.has(name) && isLasting(name)),
  }
  if (Number.parseInt(version, 10) === MADE_WITH) {
    for (const [reason, all] of Object.entries(result)) expect(all, reason).toEqual([])
    return
  }
  if (Object.values(result).flat().length === 0) return
  const description = `Chromium ${version}, lists made with ${MADE_WITH}: ${JSON.stringify(result, null, 1)}`
  console.warn(description)
  test.info().annotations.push({ type: 'another Chromium', description })
}
