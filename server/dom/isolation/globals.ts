/** Takes the globals of a page back: deletes new ones and restores changed ones. */
import { Element } from '#happy-dom'
import { type InnerElement, type InnerWindow, inner, S } from '../internals.ts'
import { compareValues } from './compare-values.ts'
import { isFetchClass, isOfClient, takeAssigned } from './fetch-classes.ts'
import type { Look } from './shared-objects.ts'

export interface Globals {
  /** Takes the current globals as those of every page. */
  take(): void
  /**
   * Runs work whose new globals are those of every page. Changes of a page to their members, such
   * as a counter, end with the page.
   */
  keepNewOf<T>(work: () => T): T
  /**
   * Takes a page's back. @param look `quickly`: without redefined classes of `fetch`.
   * @returns Changes that cannot be undone.
   */
  close(look: Look): readonly string[]
}

export function globalsOf(window: InnerWindow): Globals {
  const kept = new Map<PropertyKey, PropertyDescriptor>()
  const own = new Set<PropertyKey>(Reflect.ownKeys(window))
  const members = new Map<object, Members>()
  const ids = watchIds()
  let known: readonly PropertyKey[] = []
  let changed: (look: Look) => readonly string[] = () => []

  function keep(keys: readonly PropertyKey[]): void {
    for (const key of keys) {
      const descriptor = Object.getOwnPropertyDescriptor(globalThis, key)
      if (descriptor) kept.set(key, descriptor)
    }
    changed = changesOf(kept)
  }

  return {
    take() {
      known = Reflect.ownKeys(globalThis)
      kept.clear()
      keep(known)
    },
    keepNewOf(work) {
      const before = new Set(Reflect.ownKeys(globalThis))
      try {
        return work()
      } finally {
        const made = Reflect.ownKeys(globalThis).filter((key) => !before.has(key))
        if (made.length > 0) keep(made)
        // Not by reading: Svelte's development build creates getters that throw.
        for (const value of made.map((key) => kept.get(key)?.value))
          if (Object(value) === value) members.set(value, new Map())
        // The work may also add members to globals of earlier work.
        for (const value of members.keys()) members.set(value, membersOf(value))
      }
    },
    close(look) {
      const stays: string[] = []
      const note = (key: PropertyKey, isBack: boolean) => {
        if (!isBack) stays.push(`window.${String(key)}`)
      }
      const restore = (key: PropertyKey) =>
        note(key, Reflect.defineProperty(globalThis, key, kept.get(key) as PropertyDescriptor))
      const keys = Reflect.ownKeys(globalThis)
      if (!isSame(keys, known)) {
        for (const key of keys) {
          if (kept.has(key) || isOfClient(key)) continue
          note(key, Reflect.deleteProperty(globalThis, key))
        }
        for (const key of kept.keys()) if (!Object.hasOwn(globalThis, key)) restore(key)
        // The order of keys may differ.
        known = Reflect.ownKeys(globalThis)
      }
      for (const key of changed(look)) restore(key)
      for (const [value, own] of members) restoreMembers(value, own)
      if (!Object.isExtensible(globalThis)) stays.push('window, which takes no properties any more')
      // Only ids reach the window itself: page code uses the global object instead.
      if (ids.taken()) {
        for (const key of Reflect.ownKeys(window)) {
          if (!own.has(key)) Reflect.deleteProperty(window, key)
        }
      }
      return stays
    },
  }
}

type Members = ReadonlyMap<PropertyKey, PropertyDescriptor>

const membersOf = (value: object): Members =>
  new Map(
    Reflect.ownKeys(value).flatMap((key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key)
      return descriptor ? [[key, descriptor]] : []
    }),
  )

function restoreMembers(value: object, members: Members): void {
  for (const key of Reflect.ownKeys(value))
    if (!members.has(key)) Reflect.deleteProperty(value, key)
  for (const [key, was] of members) {
    const now = Reflect.getOwnPropertyDescriptor(value, key)
    if (!now || now.value !== was.value || now.get !== was.get)
      Reflect.defineProperty(value, key, was)
  }
}

function isSame(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}

/** Listeners are removed elsewhere. */
const isHandler = (name: string): boolean => name.startsWith('on')

/** Finds changed globals. @returns Their names. */
function changesOf(
  kept: ReadonlyMap<PropertyKey, PropertyDescriptor>,
): (look: Look) => readonly string[] {
  const known = [...kept].filter(
    (entry): entry is [string, PropertyDescriptor] =>
      typeof entry[0] === 'string' && !isHandler(entry[0]),
  )
  const values = known.filter(([, was]) => 'value' in was)
  const areSame = compareValues(
    values.map(([key, { value }]) => ({ target: globalThis, key, value })),
  )
  // Reading the classes of `fetch` would load them.
  const fetched = known.filter(([name]) => isFetchClass(name))
  const accessors = known.filter(([name, was]) => !('value' in was) && !isFetchClass(name))
  const isChanged = ([name, was]: (typeof known)[number]) => {
    const now = Object.getOwnPropertyDescriptor(globalThis, name)
    return now !== undefined && !(Object.is(now.value, was.value) && now.get === was.get)
  }
  return (look) =>
    [
      ...(areSame() ? [] : values),
      ...accessors,
      ...(takeAssigned() || look === 'wholly' ? fetched : []),
    ]
      .filter(isChanged)
      .map(([name]) => name)
}

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
