/**
 * Finds the shared objects that a page may have changed, in some hundredths of a millisecond. Pages
 * may have replaced built-ins: it calls only saved ones, and iterates by index.
 */
import { findDiffering } from './compare-properties.ts'
import type { RecordedObject } from './shared-objects.ts'

const { keys, getOwnPropertySymbols, hasOwn } = Object
const { getPrototypeOf } = Reflect

/** Passes on the objects that may have changed, some of them again. Most have not. */
export type Look = (report: (record: RecordedObject) => void) => void

/** Finds changed values, deleted properties, and most properties that an assignment added. */
export function lookAt(records: readonly RecordedObject[]): Look {
  const differing = findDiffering(
    records.flatMap((record) =>
      record.keys.map((key) => ({
        ...{ record, target: record.target, key },
        was: record.properties[key] as PropertyDescriptor,
      })),
    ),
  )
  const [forKeys, forSymbols] = [lookForKeys(records), lookForSymbols(records)]
  return (report) => {
    differing(({ record }) => report(record))
    forKeys(report)
    forSymbols(report)
  }
}

/**
 * Finds strings as keys that an assignment added. `for in` visits a whole chain of prototypes at
 * once, and is cheap if that has no enumerable property. Elsewhere it counts enumerable keys.
 */
function lookForKeys(records: readonly RecordedObject[]): Look {
  const recordFor = new Map(records.map((record) => [record.target, record]))
  const inherited = new Set(records.map(({ prototype }) => prototype))
  const leaves = records
    .filter(({ target }) => !inherited.has(target) && !hasEnumerable(target))
    .map(({ target }) => ({
      target,
      chain: chainOf(target).flatMap((one) => recordFor.get(one) ?? []),
    }))
  const covered = new Set(leaves.flatMap(({ chain }) => chain))
  const counted = records
    .filter((record) => !covered.has(record))
    .map((record) => ({ record, target: record.target, count: keys(record.target).length }))
  return (report) => {
    for (let at = 0; at < leaves.length; at++) {
      const { target, chain } = leaves[at] as (typeof leaves)[number]
      if (!hasEnumerable(target)) continue
      for (let link = 0; link < chain.length; link++) report(chain[link] as RecordedObject)
    }
    for (let at = 0; at < counted.length; at++) {
      const { record, target, count } = counted[at] as (typeof counted)[number]
      if (keys(target).length !== count) report(record)
    }
  }
}

function chainOf(target: object): object[] {
  const chain: object[] = []
  for (let at: object | null = target; at !== null; at = getPrototypeOf(at)) chain.push(at)
  return chain
}

function hasEnumerable(target: object): boolean {
  for (const _ in target) return true
  return false
}

/** Nothing finds symbols cheaply: each look counts those of one part of the objects. */
const PARTS = 32

function lookForSymbols(records: readonly RecordedObject[]): Look {
  const counted = records
    .filter(({ mayChange }) => !mayChange)
    .map((record) => ({ record, count: getOwnPropertySymbols(record.target).length }))
  let part = 0
  return (report) => {
    part = (part + 1) % PARTS
    for (let at = part; at < counted.length; at += PARTS) {
      const { record, count } = counted[at] as (typeof counted)[number]
      if (getOwnPropertySymbols(record.target).length !== count) report(record)
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
