// Records finished states for the next run of the same name, build and origin. A name promises
// unchanged data, so a run without one never resumes.

import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onDisk } from './fault.ts'
import { openLineFile } from './line-file.ts'
import type { SnapshotRecord } from './manifest.ts'

export interface Journal {
  /** The finished states in order. Of two records with one file, the last counts. */
  done(): Generator<SnapshotRecord>
  /** @param body The page; empty for a redirect. */
  add(record: SnapshotRecord, body: Buffer): Promise<void>
  close(): Promise<void>
}

/** Identifies a run. Only the same generation resumes. */
export interface Generation {
  readonly run: string
  readonly build: string
  readonly origin: string
}

/** Also removes the leftovers of other runs. */
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
    // Removes an incomplete line, or the next record would be appended to it.
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
            // Later records belong to this run.
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

/** A power loss can leave lines of NUL bytes. */
function readLine(line: string): SnapshotRecord | undefined {
  try {
    return JSON.parse(line) as SnapshotRecord
  } catch {
    return undefined
  }
}
