/**
 * Which globals are a page's, and end with it. In: a window. Out: what appeared on the global object while a page was shown is
 * deleted; what was there before stays, also what modules of the app have defined that were loaded between two pages.
 * To look through the global object takes as long as much of a small page, so it is done as seldom as can be.
 */
import { setImmediate } from 'node:timers'
import { Element } from '#happy-dom'
import { type InnerElement, type InnerWindow, inner, S } from './internals.ts'

export interface Globals {
  /** What is there now is the app's. */
  begin(): void
  /** Deletes what has come since. */
  end(): void
}

export function globalsOf(window: InnerWindow): Globals {
  const kept = new Set<PropertyKey>([...Reflect.ownKeys(window), ...Reflect.ownKeys(globalThis)])
  const ids = watchIds()
  let known: readonly PropertyKey[] = []
  // A module comes by a file that is read, which takes a task: none has come where there was none.
  let sameTask = false

  return {
    begin() {
      if (sameTask) return
      const keys = Reflect.ownKeys(globalThis)
      if (isSame(keys, known)) return
      for (const key of keys) kept.add(key)
      known = keys
    },
    end() {
      const keys = Reflect.ownKeys(globalThis)
      if (!isSame(keys, known)) known = keys.filter((key) => isKept(globalThis, key))
      // Only ids ever come to the window itself: code of the page sees the global object in its place.
      if (ids.taken()) for (const key of Reflect.ownKeys(window)) isKept(window, key)
      sameTask = true
      setImmediate(() => {
        sameTask = false
      })
    },
  }

  function isKept(target: object, key: PropertyKey): boolean {
    return kept.has(key) || !Reflect.deleteProperty(target, key)
  }
}

const isSame = (one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

/** Notes when an element puts its id on the window. */
function watchIds(): { taken(): boolean } {
  let some = false
  const prototype = inner<InnerElement>(Element.prototype)
  const add = prototype[S.addIdentifierToWindow]
  prototype[S.addIdentifierToWindow] = function (this: InnerElement, id) {
    some = true
    add.call(this, id)
  }
  return {
    taken() {
      const were = some
      some = false
      return were
    },
  }
}
