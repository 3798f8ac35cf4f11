/**
 * Finds the shared objects that a page may have changed, in some hundredths of a millisecond. Pages
 * may have replaced built-ins: it calls only saved ones, and iterates by index.
 */
import { findDiffering } from './compare-properties.ts'
import { keysOf, type RecordedObject } from './shared-objects.ts'

const { keys, hasOwn } = Object

/** Passes on the objects that may have changed, some of them again. Most have not. */
export type Look = (report: (record: RecordedObject) => void) => void

/** Finds changed and deleted values, and strings as keys that an assignment added. */
export function lookAt(records: readonly RecordedObject[]): Look {
  const properties = records.flatMap((record) =>
    record.keys.map((key) => ({
      ...{ record, target: record.target, key },
      was: record.properties[key] as PropertyDescriptor,
    })),
  )
  const differing = findDiffering(properties.filter(({ was }) => was.writable))
  const [forStrings, forKeys] = [lookForStrings(records), lookForKeys(records)]
  return (report) => {
    differing(({ record }) => report(record))
    forStrings(report)
    forKeys(report)
  }
}

/**
 * An assignment adds enumerable properties. Counting them costs the memory that it reads, as a page
 * has used the processor's caches in between: so it reads the objects alone, in lists.
 */
function lookForStrings(records: readonly RecordedObject[]): Look {
  const targets = records.map(({ target }) => target)
  const counts = Uint16Array.from(targets, (target) => keys(target).length)
  return (report) => {
    for (let at = 0; at < targets.length; at++)
      if (keys(targets[at] as object).length !== counts[at]) report(records[at] as RecordedObject)
  }
}

/**
 * No cheap look finds symbols that an assignment added, and accessors that were deleted: each look
 * counts all keys of one part of the objects.
 */
const PARTS = 128

function lookForKeys(records: readonly RecordedObject[]): Look {
  let part = 0
  return (report) => {
    part = (part + 1) % PARTS
    for (let at = part; at < records.length; at += PARTS) {
      const record = records[at] as RecordedObject
      if (keysOf(record).length !== record.keys.length) report(record)
    }
  }
}

/** Finds the objects that have got a symbol as a key. */
export function lookForSymbol(symbol: symbol, records: readonly RecordedObject[]): Look {
  return (report) => {
    for (let at = 0; at < records.length; at++) {
      const record = records[at] as RecordedObject
      if (hasOwn(record.target, symbol) && !(symbol in record.properties)) report(record)
    }
  }
}
