// Refuses releases of Node outside of `engines` of package.json. They lack functions that this
// package uses, or one deep stack in a view ends the whole process: CVE-2025-59466.

/** The first release of each line, as in `engines`; later lines are supported too. */
const FIRST: readonly string[] = ['20.20.2', '22.22.2', '24.14.1']

const REMEDY = `Install Node ${FIRST.slice(0, -1)
  .map((first) => `${first} or a later ${first.split('.')[0]}`)
  .join(', ')}, or ${FIRST.at(-1)} or newer`

/** Returns the error for an unsupported version. */
export function refusedNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const rank = minor * 10_000 + patch
  const isSupported = FIRST.some((release, at) => {
    const [line = 0, first = 0, least = 0] = release.split('.').map(Number)
    if (at === FIRST.length - 1 && major > line) return true
    return major === line && rank >= first * 10_000 + least
  })
  if (isSupported) return undefined
  return `hashbang-router does not run on Node ${version}, which is too old or not safe. ${REMEDY}`
}
