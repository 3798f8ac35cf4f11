import { keptFrom, type Manifest, type SnapshotRecord } from './manifest.ts'

/** Merges new and kept records, sorted by file. Kept records name their run. */
export function* withKept(
  made: Iterable<readonly [file: string, record: SnapshotRecord]>,
  previous: Manifest | undefined,
  isKept: (file: string) => boolean,
): Generator<SnapshotRecord> {
  const before = (previous?.records() ?? [])[Symbol.iterator]()
  let old = before.next()
  function* keptBefore(end: string | undefined): Generator<SnapshotRecord> {
    for (; !old.done && (end === undefined || old.value.file < end); old = before.next())
      if (previous && isKept(old.value.file)) yield keptFrom(old.value, previous.header)
  }
  for (const [file, record] of made) {
    yield* keptBefore(file)
    if (!old.done && old.value.file === file) old = before.next()
    yield record
  }
  yield* keptBefore(undefined)
}
