/**
 * Keeps the state that all pages begin with: restores globals and the document, and compares
 * everything else that pages share. The lifecycle of pages calls it.
 */

import type { InnerWindow } from '../internals.ts'
import {
  type Class,
  classesOf,
  exportedObjects,
  languageObjects,
  windowObjects,
} from './find-shared.ts'
import { PageGlobals } from './globals.ts'
import { beforeFetchClasses } from './http-client.ts'
import { PageReset } from './reset.ts'
import {
  type Comparison,
  type Recording,
  recordShared,
  type SharedObject,
} from './shared-objects.ts'

export class Baseline {
  readonly page: PageReset
  readonly globals: PageGlobals
  readonly #seen = new WeakSet<object>([globalThis])
  readonly #objects: SharedObject[]
  #recordings: Recording[] = []

  constructor(window: InnerWindow) {
    this.page = new PageReset(window)
    this.globals = new PageGlobals(window)
    this.#objects = [...languageObjects(globalThis), ...windowObjects(window)]
    for (const { target } of this.#objects) this.#seen.add(target)
    beforeFetchClasses((classes) => this.#add(classesOf(classes)))
  }

  #add(objects: readonly SharedObject[]): void {
    this.#objects.push(...objects)
    if (this.#recordings.length > 0 && objects.length > 0)
      this.#recordings.push(recordShared(objects))
  }

  /** Takes the current state as that of every page. */
  take(): void {
    this.page.adopt()
    this.globals.take()
    this.#recordings = [recordShared(this.#objects)]
  }

  keepExports(exports: object, classes: readonly Class[]): void {
    this.#add(exportedObjects(exports, classes, this.#seen))
  }

  /** @returns The names of shared objects that have changed. */
  changes(comparison: Comparison): readonly string[] {
    const changed = this.#recordings.filter((recording) => !recording.isSame(comparison))
    const changes = changed.flatMap((recording) => recording.changes())
    if (changed.length > 0 && changes.length === 0) this.#recordings = [recordShared(this.#objects)]
    return changes
  }
}
