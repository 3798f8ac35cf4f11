// What is done in a run, line by line, for the run of the same name that comes after it was killed.
// In: records of states whose files are put aside. Out: those of the run before, if it was of the same
// name, build and origin. A name stands for data that has not changed: no run without one is taken up.

import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onDisk } from './fault.ts'
import { openLineFile } from './line-file.ts'
import type { SnapshotRecord } from './manifest.ts'

/** Such a journal. */
export interface Journal {
  /** What was done before, as it was done: of a file that is there twice the last counts. */
  done(): Generator<SnapshotRecord>
  /** @param body The page, empty where it has none. */
  add(record: SnapshotRecord, body: Buffer): Promise<void>
  close(): Promise<void>
}

/** What a run is of: only the same is taken up. */
export interface Generation {
  readonly run: string
  readonly build: string
  readonly origin: string
}

/** Opens the journal of a run in its folder; what another run has left there goes. */
export async function openJournal(
  work: string,
  generation: Generation | undefined,
): Promise<Journal> {
  const path = join(work, 'journal.jsonl')
  return onDisk(path, () => {
    if (generation === undefined) {
      rmSync(work, { recursive: true, force: true })
      return {
        *done() {},
        add: async () => undefined,
        close: async () => undefined,
      }
    }
    const head = JSON.stringify(generation)
    const start = Buffer.byteLength(head) + 1
    const { first, whole } = measure(path)
    const isSame = first === head && whole >= start
    // What follows would be appended to half a line.
    if (isSame) truncateSync(path, whole)
    else {
      rmSync(work, { recursive: true, force: true })
      mkdirSync(dirname(path), { recursive: true })
    }
    const file = openSync(path, 'a')
    if (!isSame) appendFileSync(file, `${head}\n`)
    const end = isSame ? whole : start
    return {
      *done() {
        const lines = openLineFile(path)
        try {
          let at = start
          for (const line of lines.lines(start)) {
            at += Buffer.byteLength(line) + 1
            // What follows is of this run.
            if (at > end) return
            const record = readLine(line)
            if (record !== undefined) yield record
          }
        } finally {
          lines.close()
        }
      },
      add: (record) => onDisk(path, () => appendFileSync(file, `${JSON.stringify(record)}\n`)),
      close: async () => closeSync(file),
    }
  })
}

/** The first line, and how much of the file is whole lines. */
function measure(path: string): { readonly first: string; readonly whole: number } {
  try {
    const file = openLineFile(path)
    try {
      return { first: file.lineAt(0).line, whole: file.startOf(file.bytes) }
    } finally {
      file.close()
    }
  } catch {
    return { first: '', whole: 0 }
  }
}

/** A machine that lost its power may leave lines of nothing. */
function readLine(line: string): SnapshotRecord | undefined {
  try {
    return JSON.parse(line) as SnapshotRecord
  } catch {
    return undefined
  }
}
