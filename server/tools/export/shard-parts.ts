// Chooses the manifests of one run's shards, each shard once, and reads their records in one order.

import type { Manifest, SnapshotRecord } from './manifest.ts'
import type { Shard } from './shard.ts'

export interface Part {
  readonly folder: string
  readonly shard: Shard
  readonly manifest: Manifest
}

/**
 * Chooses the shards of a run. @throws {RangeError} When they are not exactly the shards of one
 * run.
 */
export function chooseRun(
  found: readonly Part[],
  folders: readonly string[],
  run?: string,
): Part[] {
  const refuse = (why: string) => {
    throw new RangeError(`Cannot merge: ${why}`)
  }
  const parts = found.filter(({ manifest }) => run === undefined || manifest.header.run === run)
  const describePart = ({ shard, manifest: { header } }: Part) =>
    `${shard.index} of ${shard.count} (run ${header.run}, build ${header.build}, ${header.origin})`
  const first = parts[0]
  if (first === undefined) {
    return refuse(`there is no shard${run ? ` of the run ${run}` : ''} in ${folders.join(', ')}`)
  }
  const { run: its, build, origin } = first.manifest.header
  const other = parts.find(({ shard, manifest: { header } }) => {
    const isSame = header.run === its && header.build === build && header.origin === origin
    return !isSame || shard.count !== first.shard.count
  })
  if (other) {
    refuse(
      `the shards are of different exports, ${describePart(first)} and ${describePart(other)}: say with --run which are meant, or delete the older`,
    )
  }
  const byIndex = new Map<number, Part>()
  for (const part of parts) {
    const { index } = part.shard
    const twice = byIndex.get(index)
    if (twice) refuse(`shard ${index} is in ${twice.folder} and in ${part.folder}: delete one`)
    if (part.manifest.header.partial) {
      refuse(
        `shard ${index} was exported with a limit, or pages failed that may link to more: export it again, whole`,
      )
    }
    byIndex.set(index, part)
  }
  const { count } = first.shard
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((at) => !byIndex.has(at))
  if (missing.length > 0) {
    refuse(`shard ${missing.join(', ')} of ${count} is missing: export it with --run ${its}`)
  }
  return parts
}

export function* recordsOf(parts: readonly Part[]): Generator<readonly [string, SnapshotRecord]> {
  const rest = parts.map(({ manifest }) => {
    const records = manifest.records()
    return { records, next: records.next() }
  })
  for (;;) {
    let first: (typeof rest)[number] | undefined
    for (const one of rest) {
      if (one.next.done) continue
      if (first === undefined || one.next.value.file < (first.next.value as SnapshotRecord).file)
        first = one
    }
    if (first === undefined) return
    const record = first.next.value as SnapshotRecord
    yield [record.file, record]
    first.next = first.records.next()
  }
}
