/**
 * What failed, kept for the end of the run. In: the lines of all parts as they are printed. Out: the names of failed tests with
 * their errors, of each part apart; of a part that failed as a whole, how it ended and its last lines. Long lists end with the names alone.
 */
import { readCounts } from './part.ts'

/** How many lines are kept of one failure, and of the end of a part that failed as a whole. */
const MOST = 60

/** Reads along, and tells. */
export interface Digest {
  /** Takes the next line: the part's name, ` | `, what it said. */
  read(line: string): void
  /** The lines of everything that failed; none when nothing did. Their last ones are the names alone. */
  failures(): string[]
}

export function createDigest(): Digest {
  const parts = new Map<string, { last: string[]; failing: number; kept: string[] }>()
  const names: string[] = []
  return {
    read(line) {
      const [, name = '', text = ''] = /^(.*?) \| (.*)$/s.exec(line) ?? []
      const part = parts.get(name) ?? { last: [], failing: 0, kept: [] }
      parts.set(name, part)
      part.last = [...part.last, line].slice(-MOST)
      if (text.startsWith('✘') || /^ *\d+ failing$/.test(text)) part.failing = MOST
      else if (/^[✔-] /.test(text) || readCounts(text)) part.failing = 0
      const isWhole = text.startsWith('FAILED:')
      if (text.startsWith('✘') || isWhole) names.push(line)
      if (isWhole && part.kept.length === 0) part.kept.push(...part.last)
      else if (isWhole || part.failing > 0) part.kept.push(line)
      part.failing = Math.max(0, part.failing - 1)
    },
    failures() {
      const kept = [...parts.values()].flatMap((part) => part.kept)
      // Of many failures a log may show the end alone.
      return kept.length > MOST ? [...kept, ...names.slice(0, MOST)] : kept
    },
  }
}
