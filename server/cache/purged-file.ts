// What was purged of an export since it was written: purged.jsonl beside its manifest, so that it is
// remembered by a server that is started again, and by others that read the same export.
// In: purges with their times. Out: whether a state was purged. A purge from before the manifest was
// written counts no longer: the export that wrote it has made its pages anew.
//
// JSON lines: {"at":1700000000000,"page":"/","state":"/word/ajax"}

import { isPurged, type Purge } from './purge.ts'
import type { CacheKey } from './tier.ts'

/** The file's name beside the manifest. */
export const PURGED = 'purged.jsonl'

/** Where its text is. */
export interface PurgedText {
  /** `''` where there is none. Rejects where nobody can tell: what was purged may be anything. */
  read(): Promise<string>
  append(line: string): Promise<void>
  replace(text: string): Promise<void>
}

/** See the head of this file. */
export interface PurgedFile {
  /** @param tags Those of the page there; see `isPurged`. */
  has(address: Pick<CacheKey, 'page' | 'state'>, tags: readonly string[] | undefined): boolean
  /** Holds at once. @returns Why the file could not be written, if so: then it holds in this process only. */
  add(which: Purge, at?: number): Promise<string | undefined>
}

/** So many purges are told apart; more become one of everything. */
const MOST = 10_000

/** Opens it; a line that cannot be read purges everything. @param since When the export was written. */
export async function openPurgedFile(file: PurgedText, since: number): Promise<PurgedFile> {
  const known = new Map<string, { readonly which: Purge; readonly at: number }>()
  let writing: Promise<unknown> = Promise.resolve()
  let isWhole = true

  /** @returns Whether it says something new. */
  function learn(which: Purge, at: number): boolean {
    const { page, state, prefix, tag } = which
    const text = JSON.stringify({ page, state, prefix, tag })
    if (at <= since || known.has(text)) return false
    known.set(text, { which, at })
    return true
  }

  const lines = await file.read()
  for (const line of lines.split('\n')) {
    if (line === '') continue
    const { at = Number.POSITIVE_INFINITY, ...which } = readLine(line)
    learn(which, at)
  }

  async function write(which: Purge, at: number): Promise<void> {
    if (isWhole && known.size <= MOST) return file.append(lineOf(which, at))
    if (known.size > MOST) {
      known.clear()
      learn({}, at)
    }
    const lines = [...known.values()].map((one) => lineOf(one.which, one.at))
    await file.replace(lines.join(''))
    isWhole = true
  }

  return {
    has: (address, tags) => [...known.values()].some(({ which }) => isPurged(which, address, tags)),
    // A purge that begins now is later than the export, whatever the clock of its disk says.
    async add(which, at = Math.max(Date.now(), since + 1)) {
      if (!learn(which, at) && (at <= since || isWhole)) return undefined
      const written = writing.then(() => write(which, at))
      writing = written.catch(() => {
        isWhole = false
      })
      return written.then(
        () => undefined,
        (error) => String(error),
      )
    },
  }
}

const lineOf = (which: Purge, at: number): string => `${JSON.stringify({ at, ...which })}\n`

function readLine(line: string): Purge & { readonly at?: number } {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
