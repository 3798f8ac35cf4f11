// `defineRoutes` of Node and development builds: it also finds options that no route has, and
// values that cannot be used. TypeScript finds most of them; an app in JavaScript has only this.

import { defineRoutes as define } from './define-routes.ts'
import { fault } from './diagnostics.ts'
import type { AnyRoute, ErasedOptions, Routes } from './route.ts'

type Kind = 'function' | 'object' | 'number' | 'boolean' | 'date'

const KINDS: Readonly<Record<keyof ErasedOptions, Kind>> = {
  ...{ params: 'object', search: 'object', guard: 'function', load: 'function', head: 'function' },
  ...{ tags: 'function', view: 'function', pending: 'function', error: 'function' },
  ...{ notFound: 'function', entries: 'function', status: 'number', index: 'boolean' },
  ...{ lastModified: 'date', maxAge: 'number', children: 'function' },
}

/** `defineRoutes` of the core. @throws {TypeError} Also for an option that no route has. */
export const defineRoutes: typeof define = (routes, options) => {
  check(routes, '')
  return define(routes, options)
}

function check(routes: Routes, prefix: string): void {
  for (const [key, route] of Object.entries(routes)) {
    // The core refuses values that are no routes.
    const { options = {}, children = {} }: Partial<AnyRoute> = route ?? {}
    for (const [option, value] of Object.entries(options)) {
      const kind = Object.hasOwn(KINDS, option) ? KINDS[option as keyof ErasedOptions] : undefined
      if (kind === undefined || (value != null && !isOf(kind, value)))
        throw fault('HB018', [prefix + key, option, value, kind, Object.keys(KINDS)])
    }
    check(children, `${prefix}${key}.`)
  }
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'date') return !Number.isNaN(new Date(value as string).getTime())
  // A Standard Schema may be a function that has members.
  const type = typeof value
  return type === kind || (kind === 'object' && type === 'function')
}
