// The folder of an export: its files, written whole or not at all, and the journal of a run under way.
// A process that is killed at any moment leaves files of the last run, files of this one, and never a half
// one; the next run reads from the journal what need not be made again.
//   pages/…            the snapshots, by names.ts
//   manifest.jsonl     what a finished run holds, by manifest.ts
//   .export/…          files that are being written, and the journal: gone when the run ends

import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  type WriteStream,
  writeFileSync,
} from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir, truncate, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PAGES, type SnapshotRecord } from './manifest.ts'

const WORK = '.export'

/** Such a folder. */
export interface Store {
  readonly folder: string
  /** Writes a file if its content is not there already; says whether it did. */
  put(file: string, body: Buffer): boolean
  /** Writes a file from its lines. */
  putLines(file: string, lines: Iterable<string>): void
  /** Removes every page that is not wanted; says how many. */
  sweep(wanted: (file: string) => boolean): Promise<number>
  /** Removes what only a run under way needs, its journal too. */
  close(): Promise<void>
}

/** Opens a folder, and clears away what a killed run was writing. `run` keeps shards apart. */
export async function openStore(folder: string, run: string): Promise<Store> {
  const work = join(folder, WORK, run)
  await rm(join(work, 'tmp'), { recursive: true, force: true })
  await mkdir(join(work, 'tmp'), { recursive: true })
  const made = new Set<string>()
  let next = 0

  // At once and not by promises: these are small files, and the way to the thread pool and back would take
  // several times as long as the writing.
  function write(file: string, content: Buffer | Iterable<string>): void {
    const path = join(folder, file)
    const temporary = join(work, 'tmp', `${process.pid}-${next++}`)
    if (!made.has(dirname(path))) {
      mkdirSync(dirname(path), { recursive: true })
      made.add(dirname(path))
    }
    writeFileSync(temporary, Buffer.isBuffer(content) ? content : [...content].join(''))
    renameSync(temporary, path)
  }

  return {
    folder,
    put(file, body) {
      const path = join(folder, file)
      if (existsSync(path) && readFileSync(path).equals(body)) return false
      write(file, body)
      return true
    },
    putLines: write,
    sweep: (wanted) => sweep(join(folder, PAGES), '', wanted),
    async close() {
      await rm(work, { recursive: true, force: true })
      await rmdir(join(folder, WORK)).catch(() => undefined)
    },
  }
}

async function sweep(
  root: string,
  below: string,
  wanted: (file: string) => boolean,
): Promise<number> {
  const found = await readdir(join(root, below), { withFileTypes: true }).catch(() => [])
  let removed = 0
  for (const item of found) {
    const path = below === '' ? item.name : `${below}/${item.name}`
    if (item.isDirectory()) removed += await sweep(root, path, wanted)
    else if (!wanted(path)) {
      await unlink(join(root, path))
      removed += 1
    }
  }
  // Fails where something is left, as it should.
  if (below !== '') await rmdir(join(root, below)).catch(() => undefined)
  return removed
}

/** What is done in a run, line by line, for the run that comes after it was killed. */
export interface Journal {
  /** What a killed run of the same build has done, by file. */
  readonly done: ReadonlyMap<string, SnapshotRecord>
  add(record: SnapshotRecord): void
  /** Closes its file, which may then be removed. */
  close(): Promise<void>
}

/** Opens the journal; that of another build is thrown away. */
export async function openJournal(folder: string, run: string, build: string): Promise<Journal> {
  const path = join(folder, WORK, run, 'journal.jsonl')
  const text = await readFile(path, 'utf8').catch(() => '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const [head = '', ...lines] = whole.split('\n').filter((line) => line !== '')
  const isOurs = head === JSON.stringify({ build })
  const done = new Map<string, SnapshotRecord>()
  if (isOurs) {
    for (const line of lines) {
      const record = JSON.parse(line) as SnapshotRecord
      done.set(record.file, record)
    }
    // What follows would be appended to half a line.
    await truncate(path, Buffer.byteLength(whole))
  } else {
    await writeFile(path, `${JSON.stringify({ build })}\n`)
  }
  const stream = createWriteStream(path, { flags: 'a' })
  return {
    done,
    add: (record) => void stream.write(`${JSON.stringify(record)}\n`),
    close: () => end(stream),
  }
}

const end = (stream: WriteStream): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.end(resolve)
  })
