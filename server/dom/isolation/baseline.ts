/**
 * Keeps the state that all pages begin with: restores globals and the document, and compares
 * everything else that pages share. The lifecycle of pages calls it.
 */

import type { InnerWindow } from '../internals.ts'
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
import { SharedComparison } from './shared-comparison.ts'
import {
  changesOf,
  putBack,
  type RecordedObject,
  recordOf,
  type SharedObject,
  setAside,
} from './shared-objects.ts'

export class Baseline {
  readonly page: PageReset
  readonly globals: PageGlobals
  readonly #seen = new WeakSet<object>(NOT_COMPARED)
  #objects: SharedObject[]
  readonly #comparison = new SharedComparison()
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
    if (this.isTaken) this.#comparison.add(objects.map(recordOf))
  }

  get isTaken(): boolean {
    return !this.#comparison.isEmpty
  }

  /** Takes the current state as that of every page. */
  take(): void {
    this.page.adopt()
    this.globals.take()
    this.#comparison.clear()
    this.#comparison.add(this.#objects.map(recordOf))
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
    const giveBack: (() => void)[] = []
    for (let index = 0; index < found.length; index++)
      giveBack[index] = setAside(found[index] as RecordedObject)
    return () => {
      for (let index = 0; index < giveBack.length; index++) giveBack[index]?.()
    }
  }

  /** Puts shared objects back. @returns The names of changes that stay. */
  restore(): readonly string[] {
    const changedRecords = this.#found()
    if (changedRecords.length === 0) return []
    const stuck: (() => void)[] = []
    const remaining = namesOf(changedRecords, (record) => {
      const names = putBack(record)
      if (names.length === 0 || !record.onStuck) return names
      stuck[stuck.length] = record.onStuck
      return []
    })
    if (remaining.length > 0) return remaining
    if (stuck.length > 0) this.#release(new Set(stuck))
    // A kept module may have added properties of its own.
    else this.#comparison.recount()
    return remaining
  }

  /** Shares objects of modules no longer that a page has changed for good, such as frozen ones. */
  #release(stuck: ReadonlySet<() => void>): void {
    this.#objects = this.#objects.filter(({ onStuck }) => !onStuck || !stuck.has(onStuck))
    this.#comparison.clear()
    this.#comparison.add(this.#objects.map(recordOf))
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
    const { records, isGlobalDefined } = this.#comparison.find()
    if (isGlobalDefined) this.#isGlobalDefined = true
    return records
  }
}

/** Pages may have replaced methods of arrays: this calls none. */
function namesOf(
  records: readonly RecordedObject[],
  read: (record: RecordedObject) => readonly string[],
): readonly string[] {
  const allNames: string[] = []
  for (let index = 0; index < records.length; index++) {
    const names = read(records[index] as RecordedObject)
    for (let nameIndex = 0; nameIndex < names.length; nameIndex++)
      allNames[allNames.length] = names[nameIndex] as string
  }
  return allNames
}
