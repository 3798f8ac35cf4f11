// Writes a manifest. Reads the records twice, in file order, without holding them. The same records
// give the same text.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { Line, ManifestFacts, SnapshotRecord } from './manifest.ts'

/** Headers of a single state. The others are written once per set. */
const OWN = ['etag', 'link', 'last-modified', 'location', 'cache-tag', 'surrogate-key']

const PIECE = 65_536

/** @param records Returns a new iterator for each pass. */
export function writeManifest(
  path: string,
  facts: ManifestFacts,
  records: () => Iterable<SnapshotRecord>,
): void {
  const all = { sets: new Set<string>(), runs: new Set<string>() }
  for (const record of records()) {
    all.sets.add(sharedOf(record))
    const run = runOf(record)
    if (run !== undefined) all.runs.add(run)
  }
  const [sets, runs] = [[...all.sets].sort(), [...all.runs].sort()]
  const [places, froms] = [placesOf(sets), placesOf(runs)]
  const { origin, build, shard, partial, failed = [] } = facts
  const header = (run?: string) => {
    const rest = { shard, partial, ...(failed.length > 0 && { failed: [...failed].sort() }) }
    const all = { format: 'hashbang-snapshots', version: 1, origin, build, run, ...rest }
    const earlier = runs.length > 0 ? `,"earlier":[${runs.join()}]` : ''
    return `${JSON.stringify(all).slice(0, -1)}${earlier},"headers":[${sets.join()}]}\n`
  }
  function* lines(): Generator<string> {
    for (const record of records()) {
      const { file, page, state, status, bytes, hash, lastModified } = record
      const run = runOf(record)
      const from = run === undefined ? undefined : froms.get(run)
      const line: Omit<Line, 'headers' | 'own'> = {
        ...{ file, page, state, status, bytes, hash },
        ...(lastModified !== undefined && { lastModified }),
        ...(from !== undefined && { from }),
      }
      const own = sorted(record, (name) => OWN.includes(name))
      const shared = places.get(sharedOf(record))
      yield `${JSON.stringify(line).slice(0, -1)},"headers":${shared},"own":${own}}\n`
    }
  }
  if (facts.run !== undefined) {
    writeText(path, [[header(facts.run)], lines()])
    return
  }
  const body = `${path}.lines`
  const hash = createHash('sha256').update(header())
  writeText(body, [lines()], (text) => hash.update(text))
  writeText(path, [[header(hash.digest('base64url').slice(0, 16))]])
  append(path, body)
  rmSync(body)
}

const sharedOf = (record: SnapshotRecord): string => sorted(record, (name) => !OWN.includes(name))

const runOf = ({ from }: SnapshotRecord): string | undefined =>
  from && JSON.stringify({ run: from.run, build: from.build })

const placesOf = (items: readonly string[]): Map<string, number> =>
  new Map(items.map((item, index) => [item, index]))

const sorted = ({ headers }: SnapshotRecord, isChosen: (name: string) => boolean): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => isChosen(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

function writeText(
  path: string,
  parts: readonly Iterable<string>[],
  told: (text: string) => void = () => {},
): void {
  const file = openSync(path, 'w')
  let text = ''
  const flush = () => {
    told(text)
    writeSync(file, text)
    text = ''
  }
  try {
    for (const lines of parts) {
      for (const line of lines) {
        text += line
        if (text.length > PIECE) flush()
      }
    }
    flush()
  } finally {
    closeSync(file)
  }
}

function append(path: string, more: string): void {
  const [file, from] = [openSync(path, 'a'), openSync(more, 'r')]
  try {
    const piece = Buffer.allocUnsafe(PIECE)
    for (let bytes = readSync(from, piece); bytes > 0; bytes = readSync(from, piece))
      writeSync(file, piece, 0, bytes)
  } finally {
    closeSync(file)
    closeSync(from)
  }
}
