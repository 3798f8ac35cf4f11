// What was asked for, most often first, by the log of a server: its lines of "answered", which it writes at the level `debug`. In: lines
// of JSON. Out: states with how often each was asked for. A line that is none, or of anything else, is passed over.

/** A state of a page, and how often it was asked for. */
export interface AskedState {
  readonly page: string
  readonly state: string
  readonly count: number
}

/** So many states are told apart: who asks for ever new ones takes no memory for that. */
const MOST_STATES = 1_000_000

/** Counts them. */
export async function askedStates(lines: AsyncIterable<string>): Promise<readonly AskedState[]> {
  const counts = new Map<string, number>()
  for await (const line of lines) {
    const asked = readAnswer(line)
    if (asked === undefined) continue
    const key = JSON.stringify(asked)
    const before = counts.get(key)
    if (before !== undefined || counts.size < MOST_STATES) counts.set(key, (before ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => {
      const [page, state] = JSON.parse(key) as [string, string]
      return { page, state, count }
    })
}

/** The page and the state of an answer that was a page. */
function readAnswer(line: string): readonly [string, string] | undefined {
  if (!line.includes('"answered"')) return undefined
  try {
    const { type, page, state, status } = JSON.parse(line) as Record<string, unknown>
    const isPage = type === 'answered' && typeof status === 'number' && status < 400
    return isPage && typeof page === 'string' && typeof state === 'string'
      ? [page, state]
      : undefined
  } catch {
    return undefined
  }
}
