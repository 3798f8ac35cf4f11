// Counts requested states in a server log, most frequent first. Reads only its "answered" lines
// (level `debug`).

export interface AskedState {
  readonly page: string
  readonly state: string
  readonly count: number
}

/** Bounds the memory against clients with ever new states. */
const MOST_STATES = 1_000_000

export async function loggedStates(lines: AsyncIterable<string>): Promise<readonly AskedState[]> {
  const counts = new Map<string, number>()
  for await (const line of lines) {
    const request = readAnswer(line)
    if (request === undefined) continue
    const key = JSON.stringify(request)
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
