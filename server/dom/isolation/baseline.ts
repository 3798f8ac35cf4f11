/**
 * Keeps the state that all pages begin with: restores globals and the document, and compares
 * everything else that pages share. The lifecycle of pages calls it.
 */

import type { InnerWindow } from '../internals.ts'
import { findSymbols, type Look, lookAt } from './compare-shared.ts'
import { takeNotes, watchDefinitions } from './definitions.ts'
import {
  type Class,
  classesOf,
  exportedObjects,
  languageObjects,
  NOT_COMPARED,
  windowObjects,
} from './find-shared.ts'
import { PageGlobals } from './globals.ts'
import { beforeFetchClasses } from './http-client.ts'
import { PageReset } from './reset.ts'
import {
  changesOf,
  putBack,
  type RecordedObject,
  recordOf,
  type SharedObject,
} from './shared-objects.ts'

/** Saved, as pages may replace them. */
const { call } = Function.prototype
const get = call.bind(Map.prototype.get) as <K, V>(map: ReadonlyMap<K, V>, key: K) => V | undefined
const has = call.bind(WeakSet.prototype.has) as (set: WeakSet<object>, value: object) => boolean
const add = call.bind(WeakSet.prototype.add) as (set: WeakSet<object>, value: object) => void

export class Baseline {
  readonly page: PageReset
  readonly globals: PageGlobals
  readonly #seen = new WeakSet<object>(NOT_COMPARED)
  #objects: SharedObject[]
  #records: RecordedObject[] = []
  readonly #recordFor = new Map<object, RecordedObject>()
  #looks: Look[] = []
  #isGlobalDefined = false

  constructor(window: InnerWindow) {
    this.page = new PageReset(window)
    this.globals = new PageGlobals()
    this.#objects = [...languageObjects(globalThis), ...windowObjects(window)]
    for (const { target } of this.#objects) this.#seen.add(target)
    watchDefinitions(globalThis)
    beforeFetchClasses((classes) => this.#add(classesOf(classes)))
  }

  #add(objects: readonly SharedObject[]): void {
    this.#objects.push(...objects)
    if (this.isTaken) this.#record(objects)
  }

  #record(objects: readonly SharedObject[]): void {
    const records = objects.map(recordOf)
    this.#records.push(...records)
    for (const record of records) {
      this.#recordFor.set(record.target, record)
      watchDefinitions(record.target)
    }
    this.#looks.push(lookAt(records))
  }

  get isTaken(): boolean {
    return this.#records.length > 0
  }

  /** Takes the current state as that of every page. */
  take(): void {
    this.page.adopt()
    this.globals.take()
    this.#records = []
    this.#looks = []
    this.#record(this.#objects)
    takeNotes()
  }

  keepExports(exports: object, classes: readonly Class[], onStuck?: () => void): void {
    this.#add(exportedObjects(exports, classes, this.#seen, onStuck))
  }

  /** @returns The names of changes of shared objects. */
  changes(): readonly string[] {
    return namesOf(this.#found(), changesOf)
  }

  /** Puts shared objects back for a while. @returns Gives the page its changes again. */
  setAside(): () => void {
    const found = this.#found()
    const changed: RecordedObject[] = []
    for (let at = 0; at < found.length; at++) {
      const { name, target } = found[at] as RecordedObject
      changed[at] = recordOf({ name, target })
    }
    namesOf(found, putBack)
    return () => void namesOf(changed, putBack)
  }

  /** Puts shared objects back. @returns The names of changes that stay. */
  restore(): readonly string[] {
    const found = this.#found()
    if (found.length === 0) return []
    const stuck: (() => void)[] = []
    const remaining = namesOf(found, (record) => {
      const names = putBack(record)
      if (names.length === 0 || !record.onStuck) return names
      stuck[stuck.length] = record.onStuck
      return []
    })
    if (remaining.length > 0) return remaining
    if (stuck.length > 0) this.#release(new Set(stuck))
    // A kept module may have added properties of its own.
    else for (const look of this.#looks) look.recount()
    return remaining
  }

  /** Shares objects of modules no longer that a page has changed for good, such as frozen ones. */
  #release(stuck: ReadonlySet<() => void>): void {
    this.#objects = this.#objects.filter(({ onStuck }) => !onStuck || !stuck.has(onStuck))
    this.#records = []
    this.#looks = []
    this.#recordFor.clear()
    this.#record(this.#objects)
    for (const release of stuck) release()
  }

  /** Restores the globals, after the shared objects. @returns As `restore`. */
  restoreGlobals(): readonly string[] {
    const isDefined = this.#isGlobalDefined
    this.#isGlobalDefined = false
    return this.globals.restore(isDefined)
  }

  /** The objects that may have changed. */
  #found(): readonly RecordedObject[] {
    const found: RecordedObject[] = []
    const seen = new WeakSet<object>()
    const report = (record: RecordedObject) => {
      if (has(seen, record)) return
      add(seen, record)
      found[found.length] = record
    }
    for (let at = 0; at < this.#looks.length; at++) this.#looks[at]?.find(report)
    const { objects, symbols } = takeNotes()
    for (let at = 0; at < objects.length; at++) {
      const target = objects[at] as object
      const record = get(this.#recordFor, target)
      if (record) report(record)
      if (target === globalThis) this.#isGlobalDefined = true
    }
    if (symbols.length > 0) this.#isGlobalDefined = true
    findSymbols(symbols, this.#records, report)
    return found
  }
}

/** Pages may have replaced methods of arrays: this calls none. */
function namesOf(
  records: readonly RecordedObject[],
  read: (record: RecordedObject) => readonly string[],
): readonly string[] {
  const all: string[] = []
  for (let at = 0; at < records.length; at++) {
    const names = read(records[at] as RecordedObject)
    for (let one = 0; one < names.length; one++) all[all.length] = names[one] as string
  }
  return all
}
