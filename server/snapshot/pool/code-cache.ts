// Shares V8's compiled code between worker threads, by script hash, in read-only shared memory. V8
// rejects code of another version.
// Bounded in bytes; the oldest entry is evicted first.

export type CompiledCode = ReadonlyMap<string, SharedArrayBuffer>

export interface CodeCache {
  readonly all: CompiledCode
  keep(made: CompiledCode): void
}

const MOST_BYTES = 64 * 2 ** 20

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
