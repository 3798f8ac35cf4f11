// Makes routes of a grammar. In: the author's pattern and functions. Out: plain values that `defineRoutes` puts into a table;
// nothing runs but the builder of children.

import type { Grammar } from './grammar.ts'
import type { AnyRoute, ErasedOptions, Outermost, RouteBuilder } from './route.ts'

/** Gives the `route` of a grammar. */
export function routeBuilder(grammar: Grammar): RouteBuilder<Outermost<unknown>> {
  const route = (pattern: string, options: ErasedOptions = {}): AnyRoute => ({
    pattern,
    options,
    children: options.children?.(route as never) ?? {},
    grammar,
  })
  return route as never
}
