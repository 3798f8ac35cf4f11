// `route` for states that are paths of texts and whole params, without a search: the usual ones, and read by a tenth of the code.
// Not for apps: the Vite plugin takes it for the `route` of a module whose patterns it has seen to be such.

import type { Grammar } from './grammar.ts'
import type { Part } from './pattern.ts'
import type { Outermost, RouteBuilder } from './route.ts'
import { routeBuilder } from './route-builder.ts'

/** What a pattern of plain paths looks like; read by the Vite plugin. */
export const PLAIN_PATH: RegExp = /^(?:(?:[\w\-.~]*|:[a-z_$][\w$]*)(?:\/|$))*$/i

const paths: Grammar = {
  parse(source) {
    const parts = source.split('/').map((text): Part => {
      const name = text[0] === ':' ? text.slice(1) : undefined
      return { key: '', before: name ? '' : text, name, modifier: '', after: '' }
    })
    return { source, keyed: false, parts }
  },
}

/** `route` for plain paths. */
export const route: RouteBuilder<Outermost<unknown>> = /* @__PURE__ */ routeBuilder(paths)

/** `routeWith` for plain paths. */
export const routeWith = <Context>(): RouteBuilder<Outermost<Context>> => route as never
