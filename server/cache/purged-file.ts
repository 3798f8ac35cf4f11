// Stores the purges of an export in purged.jsonl, beside its manifest, for restarted and other
// servers. A purge older than the manifest is ignored.
// JSON lines: {"at":1700000000000,"page":"/","state":"/word/ajax"}

import type { CacheKey } from './cache-key.ts'
import { isPurged, type Purge } from './purge.ts'

export const PURGED = 'purged.jsonl'

export interface PurgedText {
  /** `''` if there is no file. Rejects if it cannot be read: any page may have been purged. */
  read(): Promise<string>
  append(line: string): Promise<void>
  replace(text: string): Promise<void>
}

export interface PurgedFile {
  /** @param tags The tags of the exported page; see `isPurged`. */
  has(address: Pick<CacheKey, 'page' | 'state'>, tags: readonly string[] | undefined): boolean
  /**
   * Takes effect at once. @returns Why the file could not be written: the purge then holds in this
   * process only.
   */
  add(which: Purge, at?: number): Promise<string | undefined>
}

/** Beyond this number of purges, one purge of everything replaces them. */
const MOST = 10_000

/**
 * Opens the file; an unreadable line purges everything. @param since When the export was written.
 */
export async function openPurgedFile(file: PurgedText, since: number): Promise<PurgedFile> {
  const known = new Map<string, { readonly which: Purge; readonly at: number }>()
  let writing: Promise<unknown> = Promise.resolve()
  let isWhole = true

  /** @returns Whether the purge is new. */
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
    // The disk's clock may be ahead: a new purge must still be later than the export.
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
