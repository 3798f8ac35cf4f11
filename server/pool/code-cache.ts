// What V8 has compiled of the scripts that worker threads run, so that the next thread need not. In: compiled code, by the hash of its
// script, from a thread that has run it. Out: the same for threads that start: in memory that all share, and that nobody writes
// to. V8 itself refuses what another version of it has made. Bounded in bytes: what came first goes first.

/** Compiled code by the hash of its script. */
export type CompiledCode = ReadonlyMap<string, SharedArrayBuffer>

/** Keeps it. */
export interface CodeCache {
  readonly all: CompiledCode
  keep(made: CompiledCode): void
}

const MOST_BYTES = 64 * 2 ** 20

/** Makes an empty one. */
export function createCodeCache(mostBytes = MOST_BYTES): CodeCache {
  const all = new Map<string, SharedArrayBuffer>()
  let bytes = 0
  return {
    all,
    keep(made) {
      for (const [hash, code] of made) {
        if (all.has(hash)) continue
        all.set(hash, code)
        bytes += code.byteLength
      }
      for (const [hash, code] of all) {
        if (bytes <= mostBytes) break
        all.delete(hash)
        bytes -= code.byteLength
      }
    },
  }
}
