/**
 * Finds the shared objects that a page may have changed, in some hundredths of a millisecond. Pages
 * may have replaced built-ins: it calls only saved ones, and iterates by index.
 */
import { findDiffering } from './compare-properties.ts'
import { keysOf, type RecordedObject } from './shared-objects.ts'

const { create, keys, hasOwn } = Object

type Report = (record: RecordedObject) => void

export interface Look {
  /** Passes on the objects that may have changed, some of them again. Most have not. */
  find(report: Report): void
  /** Takes the present number of properties as the right one, once no object has changed. */
  recount(): void
}

/** Finds changed and deleted values, and strings as keys that an assignment added. */
export function lookAt(records: readonly RecordedObject[]): Look {
  const properties = records.flatMap((record) =>
    record.keys.map((key) => ({
      record,
      target: record.target,
      key,
      was: record.properties[key] as PropertyDescriptor,
    })),
  )
  const differing = findDiffering(properties.filter(({ was }) => was.writable))
  const { find, recount } = lookForStrings(records)
  const forKeys = lookForKeys(records)
  return {
    find(report) {
      differing(({ record }) => report(record))
      find(report)
      forKeys(report)
    },
    recount,
  }
}

/**
 * An assignment adds enumerable properties. Counting them costs the memory that it reads, as a page
 * has used the processor's caches in between: so it reads the objects alone, in lists.
 */
function lookForStrings(records: readonly RecordedObject[]): Look {
  const targets = records.map(({ target }) => target)
  quicken(targets)
  const counts = Uint16Array.from(targets, (target) => keys(target).length)
  let isRight = true
  return {
    find(report) {
      for (let index = 0; index < targets.length; index++)
        if (keys(targets[index] as object).length !== counts[index]) {
          isRight = false
          report(records[index] as RecordedObject)
        }
    },
    recount() {
      if (isRight) return
      for (let index = 0; index < targets.length; index++)
        counts[index] = keys(targets[index] as object).length
      isRight = true
    },
  }
}

/**
 * Moves objects out of hash tables, because V8 lists the keys of a table ten times more slowly. V8
 * moves an object when code has read a property through an heir some times.
 */
function quicken(targets: readonly object[]): void {
  for (let round = 0; round < ROUNDS; round++) for (const target of targets) readThrough(target)
}
const ROUNDS = 4
const ABSENT = Symbol('absent')
const readThrough = (target: object): unknown =>
  (create(target) as { readonly [ABSENT]?: unknown })[ABSENT]

/**
 * No cheap look finds symbols that an assignment added, and accessors that were deleted: each look
 * compares all keys of one part of the objects.
 */
const PARTS = 128

function lookForKeys(records: readonly RecordedObject[]): Look['find'] {
  let part = 0
  return (report) => {
    part = (part + 1) % PARTS
    for (let index = part; index < records.length; index += PARTS)
      reportOtherKeys(records[index] as RecordedObject, report)
  }
}

function reportOtherKeys(record: RecordedObject, report: Report): void {
  const now = keysOf(record)
  let index = 0
  // A key that was deleted and came back is the last one.
  while (index < now.length && now[index] === record.keys[index]) index++
  if (index < now.length || index < record.keys.length) report(record)
}

/** Symbols that are looked for one by one; counting all keys costs about as much as so many. */
const MOST_SYMBOLS = 32

/** Finds the objects that have got one of the symbols as a key. */
export function findSymbols(
  symbols: readonly symbol[],
  records: readonly RecordedObject[],
  report: Report,
): void {
  for (let index = 0; index < records.length && symbols.length > 0; index++) {
    const record = records[index] as RecordedObject
    if (symbols.length > MOST_SYMBOLS) {
      reportOtherKeys(record, report)
      continue
    }
    for (let symbolIndex = 0; symbolIndex < symbols.length; symbolIndex++) {
      const symbol = symbols[symbolIndex] as symbol
      if (hasOwn(record.target, symbol) && !(symbol in record.properties)) report(record)
    }
  }
}
