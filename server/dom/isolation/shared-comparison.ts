/**
 * Finds out which objects a page has changed of those that all pages share, for the baseline of
 * tables and for adopted pages. Pages may have replaced built-ins: it calls only saved ones.
 */

import { findSymbols, type Look, lookAt } from './compare-shared.ts'
import { takeNotes, watchDefinitions } from './definitions.ts'
import type { RecordedObject } from './shared-objects.ts'

const { call } = Function.prototype
const get = call.bind(Map.prototype.get) as <K, V>(map: ReadonlyMap<K, V>, key: K) => V | undefined
const has = call.bind(WeakSet.prototype.has) as (set: WeakSet<object>, value: object) => boolean
const add = call.bind(WeakSet.prototype.add) as (set: WeakSet<object>, value: object) => void

interface Found {
  /** The objects that may have changed. */
  readonly records: readonly RecordedObject[]
  /** Whether a property of the global object was defined, not assigned. */
  readonly isGlobalDefined: boolean
}

export class SharedComparison {
  #records: RecordedObject[] = []
  readonly #recordFor = new Map<object, RecordedObject>()
  #looks: Look[] = []

  get isEmpty(): boolean {
    return this.#records.length === 0
  }

  add(records: readonly RecordedObject[]): void {
    this.#records.push(...records)
    for (const record of records) {
      this.#recordFor.set(record.target, record)
      watchDefinitions(record.target)
    }
    this.#looks.push(lookAt(records))
  }

  clear(): void {
    this.#records = []
    this.#looks = []
    this.#recordFor.clear()
  }

  find(): Found {
    const found: RecordedObject[] = []
    const seen = new WeakSet<object>()
    const report = (record: RecordedObject) => {
      if (has(seen, record)) return
      add(seen, record)
      found[found.length] = record
    }
    for (let index = 0; index < this.#looks.length; index++) this.#looks[index]?.find(report)
    const { objects, symbols } = takeNotes()
    let isGlobalDefined = symbols.length > 0
    for (let index = 0; index < objects.length; index++) {
      const target = objects[index] as object
      const record = get(this.#recordFor, target)
      if (record) report(record)
      if (target === globalThis) isGlobalDefined = true
    }
    findSymbols(symbols, this.#records, report)
    return { records: found, isGlobalDefined }
  }

  /** Takes the present numbers of properties as the right ones, once all objects were put back. */
  recount(): void {
    for (const look of this.#looks) look.recount()
  }
}
