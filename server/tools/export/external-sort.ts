// Sorts more values than memory holds. Of equal keys, the last value wins. Keys are ASCII without
// control characters; values are JSON.

import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type LineFile, openLineFile } from './line-file.ts'

export interface ExternalSort<T> {
  add(key: string, value: T): void
  /** Each key once, in order. Do not add values during an iteration. */
  sorted(): Generator<readonly [key: string, value: T]>
  close(): void
}

const MOST_HELD = 2_000_000

/** Most files open at once; then they are merged. */
const FAN_IN = 16

/** Characters per write. */
const PIECE = 65_536

interface Run {
  readonly path: string
  readonly level: number
}

/**
 * @param folder A folder of its own; created on demand. @param mostHeld Most characters sorted in
 * memory.
 */
export function createExternalSort<T>(folder: string, mostHeld = MOST_HELD): ExternalSort<T> {
  let held: string[] = []
  let characters = 0
  let count = 0
  // The oldest first.
  let runs: Run[] = []

  /** Sorted, each key once: of equal keys the last. */
  function settle(): string[] {
    const last = new Map<string, string>()
    for (const line of held) last.set(keyOf(line), line)
    const keys = [...last.keys()].sort()
    held = keys.map((key) => last.get(key) as string)
    return held
  }

  function write(lines: Iterable<string>, level: number): Run {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${count++}`)
    const file = openSync(path, 'w')
    try {
      let text = ''
      for (const line of lines) {
        text += `${line}\n`
        if (text.length < PIECE) continue
        writeSync(file, text)
        text = ''
      }
      writeSync(file, text)
    } finally {
      closeSync(file)
    }
    return { path, level }
  }

  function spill(): void {
    runs.push(write(settle(), 0))
    held = []
    characters = 0
    for (;;) {
      const { level = 0 } = runs.at(-1) ?? {}
      const same = runs.filter((run) => run.level === level)
      if (same.length < FAN_IN) return
      const one = write(together(same.map(({ path }) => path)), level + 1)
      runs = [...runs.slice(0, -same.length), one]
      for (const { path } of same) rmSync(path)
    }
  }

  return {
    add(key, value) {
      const line = `${key}\t${JSON.stringify(value)}`
      held.push(line)
      characters += line.length
      if (characters > mostHeld) spill()
    },
    *sorted() {
      const lines = runs.length === 0 ? [...settle()] : merged()
      for (const line of lines) {
        const key = keyOf(line)
        yield [key, JSON.parse(line.slice(key.length + 1)) as T]
      }
    },
    close() {
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function merged(): Iterable<string> {
    if (held.length > 0) spill()
    return together(runs.map(({ path }) => path))
  }
}

const keyOf = (line: string): string => line.slice(0, line.indexOf('\t'))

interface Cursor {
  readonly lines: Iterator<string>
  readonly age: number
  key: string
  line: string
}

/** Merges the lines of sorted files. Of equal keys, the last file wins. */
function* together(paths: readonly string[]): Generator<string> {
  const files: LineFile[] = paths.map(openLineFile)
  try {
    const heap: Cursor[] = []
    for (const [age, file] of files.entries()) {
      const cursor = { lines: file.lines(0), age, key: '', line: '' }
      if (advance(cursor)) heap.push(cursor)
    }
    heap.sort((a, b) => (isBefore(a, b) ? -1 : 1))
    let last: string | undefined
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      if (top.key !== last) yield top.line
      last = top.key
      if (!advance(top)) {
        const end = heap.pop() as Cursor
        if (end === top) continue
        heap[0] = end
      }
      sink(heap)
    }
  } finally {
    for (const file of files) file.close()
  }
}

function advance(cursor: Cursor): boolean {
  const { done, value } = cursor.lines.next()
  if (done) return false
  cursor.line = value
  cursor.key = keyOf(value)
  return true
}

const isBefore = (one: Cursor, other: Cursor): boolean =>
  one.key === other.key ? one.age > other.age : one.key < other.key

/** Moves the first entry of a heap to its place. */
function sink(heap: Cursor[]): void {
  const one = heap[0] as Cursor
  let at = 0
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    let next = left
    if (right < heap.length && isBefore(heap[right] as Cursor, heap[left] as Cursor)) next = right
    const other = heap[next]
    if (other === undefined || !isBefore(other, one)) break
    heap[at] = other
    at = next
  }
  heap[at] = one
}
