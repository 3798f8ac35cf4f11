/** Restores the globals after a page: deletes new ones and sets changed ones back. */
import { findDiffering } from './compare-properties.ts'
import { isOfClient } from './http-client.ts'
import { isSame } from './shared-objects.ts'
import { PageVariables } from './variables.ts'

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>

/** Saved: those of pages note what they define, and each page would have to be compared in full. */
const { defineProperty, deleteProperty, setPrototypeOf } = Reflect

export class PageGlobals {
  readonly #kept = new Map<PropertyKey, PropertyDescriptor>()
  /** Members of globals of kept modules. */
  readonly #members = new Map<object, Properties>()
  readonly #variables = new PageVariables()
  #isChanged = () => true
  #prototype: object | null = null

  take(): void {
    this.#variables.take()
    this.#prototype = Reflect.getPrototypeOf(globalThis)
    this.#kept.clear()
    this.#keep(Reflect.ownKeys(globalThis))
  }

  #keep(keys: readonly PropertyKey[]): void {
    for (const key of keys) {
      const descriptor = Object.getOwnPropertyDescriptor(globalThis, key)
      if (descriptor) this.#kept.set(key, descriptor)
    }
    this.#isChanged = findsChange(this.#kept)
  }

  /** Runs work whose new globals every page has, with the members that they have then. */
  keepNewOf<T>(work: () => T): T {
    const before = new Set(Reflect.ownKeys(globalThis))
    try {
      return work()
    } finally {
      const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key))
      if (added.length > 0) this.#keep(added)
      // Reading would not do: Svelte's development build creates getters that throw.
      for (const value of added.map((key) => this.#kept.get(key)?.value))
        if (Object(value) === value) this.#members.set(value, new Map())
      // The work may also add members to globals of earlier work.
      for (const value of this.#members.keys()) this.#members.set(value, membersOf(value))
    }
  }

  /**
   * @param isDefined Whether the page has changed one by a function, not by assignment.
   * @returns The names of changes that cannot be undone.
   */
  restore(isDefined: boolean): readonly string[] {
    this.#variables.restore()
    const remaining = isDefined || this.#isChanged() ? this.#restoreAll() : []
    for (const [value, members] of this.#members) restoreMembers(value, members)
    if (!Object.isExtensible(globalThis))
      remaining.push('window, which takes no properties any more')
    return remaining
  }

  #restoreAll(): string[] {
    const remaining: string[] = []
    for (const key of Reflect.ownKeys(globalThis)) {
      if (this.#kept.has(key) || isOfClient(key)) continue
      if (!deleteProperty(globalThis, key)) remaining.push(nameOf(key))
    }
    for (const [key, was] of this.#kept) {
      const now = Object.getOwnPropertyDescriptor(globalThis, key)
      if (now && (isHandler(key) || isSame(now, was))) continue
      if (!defineProperty(globalThis, key, was)) remaining.push(nameOf(key))
    }
    if (!setPrototypeOf(globalThis, this.#prototype)) remaining.push('the prototype of window')
    return remaining
  }
}

const nameOf = (key: PropertyKey): string => `window.${String(key)}`

const membersOf = (value: object): Properties =>
  new Map(
    Reflect.ownKeys(value).flatMap((key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key)
      return descriptor ? [[key, descriptor]] : []
    }),
  )

function restoreMembers(value: object, members: Properties): void {
  for (const key of Reflect.ownKeys(value)) if (!members.has(key)) deleteProperty(value, key)
  for (const [key, was] of members) {
    const now = Reflect.getOwnPropertyDescriptor(value, key)
    if (!now || now.value !== was.value || now.get !== was.get) defineProperty(value, key, was)
  }
}

/** Listeners are removed elsewhere. */
const isHandler = (key: PropertyKey): boolean => typeof key === 'string' && key.startsWith('on')

const { keys } = Object

/** Finds out whether a global was assigned or deleted, without listing them all. */
function findsChange(kept: Properties): () => boolean {
  const globals = [...kept].flatMap(([key, was]) =>
    isHandler(key) ? [] : [{ target: globalThis, key, was }],
  )
  const differing = findDiffering(globals.filter(({ was }) => was.writable))
  const others = globals.filter(({ was }) => !was.writable).map(({ key }) => key)
  const count = keys(globalThis).length
  return () => {
    let isChanged = keys(globalThis).length !== count
    for (const key of others) isChanged ||= !(key in globalThis)
    differing(() => {
      isChanged = true
    })
    return isChanged
  }
}
