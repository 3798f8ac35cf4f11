// Refuses Node versions that lack what this package uses, and warns of unsafe ones. In these, a
// deep stack in a view ends the whole process, because AsyncLocalStorage is in use: CVE-2025-59466.

/** The first safe version of each line, as in `engines` of package.json; later lines are safe. */
const SAFE: readonly string[] = ['20.20.2', '22.22.2', '24.14.1']

const OLDEST = 20

const REMEDY = `Install Node ${SAFE.slice(0, -1)
  .map((safe) => `${safe} or a later ${safe.split('.')[0]}`)
  .join(', ')}, or ${SAFE.at(-1)} or newer`

/** Returns the error for a version that cannot run this package. */
export function tooOldNode(version: string): string | undefined {
  return Number.parseInt(version.replace(/^v/, ''), 10) < OLDEST
    ? `Node ${version} is too old: it lacks functions that hashbang-router uses. ${REMEDY}`
    : undefined
}

/** Returns the warning; undefined if the version is safe. */
export function unsafeNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const rank = minor * 10_000 + patch
  const isSafe = SAFE.some((safe, at) => {
    const [line = 0, first = 0, least = 0] = safe.split('.').map(Number)
    if (at === SAFE.length - 1 && major > line) return true
    return major === line && rank >= first * 10_000 + least
  })
  if (isSafe) return undefined
  return `Node ${version} is not safe: one view that calls itself without end stops the whole process (CVE-2025-59466). ${REMEDY}`
}
