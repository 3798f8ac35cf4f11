/**
 * The platform's classes: `HTMLElement`, `Event`, `Map`, … and their prototypes. In: the globals. Out: enumerable properties
 * that a page has set on them are deleted. Methods that a page replaces stay replaced, as do properties that it hides from
 * enumeration: looking for those in thousands of methods would cost more than most pages do.
 */

import { beforeFetchClasses } from './fetch-classes.ts'

export interface Constructors {
  /** What is there now is the app's: polyfills, mostly. */
  adopt(): void
  /** Deletes what has come since. @returns What stays all the same. */
  takeBack(): string[]
}

export function constructorsOf(target: object): Constructors {
  const classes: { readonly name: string; readonly of: object; keys: readonly string[] }[] = []
  const add = (name: string, value: unknown, keysOf: (of: object) => readonly string[]) => {
    if (typeof value !== 'function' || !/^[A-Z]/.test(name)) return
    const { prototype } = value
    classes.push({ name, of: value, keys: keysOf(value) })
    if (prototype instanceof Object || value === Object) {
      classes.push({ name: `${name}.prototype`, of: prototype, keys: keysOf(prototype) })
    }
  }
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    add(name, value, () => [])
  }
  beforeFetchClasses((made) => {
    for (const [name, value] of Object.entries(made)) add(name, value, Object.keys)
  })

  return {
    adopt() {
      for (const one of classes) {
        const keys = Object.keys(one.of)
        if (keys.length !== one.keys.length) one.keys = keys
      }
    },
    takeBack() {
      const stays: string[] = []
      for (const { name, of, keys } of classes) {
        const now = Object.keys(of)
        if (now.length === keys.length) continue
        for (const key of now) {
          if (!keys.includes(key) && !Reflect.deleteProperty(of, key)) stays.push(`${name}.${key}`)
        }
      }
      return stays
    },
  }
}
