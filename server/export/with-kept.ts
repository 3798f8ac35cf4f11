// What an export has made, together with what it leaves as it is. In: new records and a published manifest, both by files.
// Out: the records of the next manifest, by files; those that are kept say which run they are of.

import { keptFrom, type Manifest, type SnapshotRecord } from './manifest.ts'

/** What was made, and what is kept of what is published; by files. */
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
