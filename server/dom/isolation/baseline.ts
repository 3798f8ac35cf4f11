/**
 * What a page takes back when it is closed (globals and its document), and one look at everything
 * else that pages share. What changed is told: the worker then shows no other page.
 */

import type { InnerWindow } from '../internals.ts'
import { beforeFetchClasses } from './fetch-classes.ts'
import { globalsOf } from './globals.ts'
import { classesOf, intrinsicObjects } from './intrinsic-objects.ts'
import { type Class, exportedObjects } from './kept-exports.ts'
import { resettable } from './reset.ts'
import { type Look, type Named, recordShared, type SharedObjects } from './shared-objects.ts'
import { windowObjects } from './window-objects.ts'

export interface Baseline {
  /** Takes the current state as that of every page. */
  take(): void
  /** Takes the current globals only. */
  takeGlobals(): void
  /** Runs work whose new globals every page has. */
  keepNewOf<T>(work: () => T): T
  /** Takes a page's globals back. @returns Those that stay. */
  close(look: Look): readonly string[]
  /** @returns What has changed of the rest. */
  look(look: Look): readonly string[]
  /** Adds what pages reach of a kept module. */
  keep(exports: object, classes: readonly Class[]): void
  /** Whether no mutation observer of the page watches the document. */
  isUnwatched(): boolean
  /** Empties the page. */
  reset(): void
  goTo(url: string): void
}

export function baselineOf(window: InnerWindow): Baseline {
  const page = resettable(window)
  const globals = globalsOf(window)
  const seen = new WeakSet<object>([globalThis])
  const language = intrinsicObjects(globalThis)
  const objects: Named[] = [...language, ...windowObjects(window)]
  let groups: SharedObjects[] = []
  for (const { target } of objects) seen.add(target)
  beforeFetchClasses((made) => add(classesOf(made)))

  function add(found: readonly Named[]): void {
    objects.push(...found)
    if (groups.length > 0 && found.length > 0) groups.push(recordShared(found))
  }

  return {
    take() {
      page.adopt()
      globals.take()
      groups = [recordShared(objects)]
    },
    takeGlobals: globals.take,
    keepNewOf: globals.keepNewOf,
    close: globals.close,
    look(look) {
      const changed = groups.filter((group) => !group.isSame(look))
      const changes = changed.flatMap((group) => group.changes())
      if (changed.length > 0 && changes.length === 0) groups = [recordShared(objects)]
      return changes
    },
    keep: (exports, classes) => add(exportedObjects(exports, classes, seen)),
    isUnwatched: page.isUnwatched,
    reset: page.reset,
    goTo: page.goTo,
  }
}
