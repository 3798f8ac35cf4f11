// Which versions of Node a server is safe on. In: a version. Out: what is wrong with it, if anything.
// In older ones a deep stack in a view ends the whole process, as AsyncLocalStorage runs there: CVE-2025-59466.

/** The first safe version of each line, as `engines` of package.json has them; later lines are safe. */
const SAFE: readonly string[] = ['20.20.2', '22.22.2', '24.14.1']

/** Gives the sentence for an operator. Undefined: the version is safe. */
export function unsafeNode(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const rank = minor * 10_000 + patch
  const isSafe = SAFE.some((safe, at) => {
    const [line = 0, first = 0, least = 0] = safe.split('.').map(Number)
    if (at === SAFE.length - 1 && major > line) return true
    return major === line && rank >= first * 10_000 + least
  })
  if (isSafe) return undefined
  return (
    `Node ${version} can be ended by one view that calls itself without end: use ${SAFE.map((safe) => `${safe} or a later ${safe.split('.')[0]}`).join(', ')}, ` +
    'or any newer line'
  )
}
