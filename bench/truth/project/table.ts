/** Returns a table that has a route for each kind of view. A page's id is the route's param. */
import { defineRoutes, html, htmlView, int, type Routes, route, type Table } from 'hashbang-router'
import { angularView } from 'hashbang-router/angular'
import { angularjsView } from 'hashbang-router/angularjs'
import { preactView } from 'hashbang-router/preact'
import { reactView } from 'hashbang-router/react'
import { solidView } from 'hashbang-router/solid'
import { svelteView } from 'hashbang-router/svelte'
import { vueView } from 'hashbang-router/vue'
import { dataOf } from './data.ts'
import { heads } from './heads.ts'
import type { Kind } from './kinds.ts'
import { loaders } from './loaders.ts'

/** The functions that make a view of a module, by folder. */
const DOORS: Readonly<Record<string, (load: () => Promise<never>) => unknown>> = {
  // Angular's own packages are compiled in the page: nothing here links them as its command would.
  angular: async (load) => {
    await import('@angular/compiler')
    return angularView(load())
  },
  angularjs: (load) => angularjsView(load()),
  dom: (load) => load(),
  html: (load) => load(),
  lit: (load) => load(),
  preact: (load) => preactView(load()),
  react: (load) => reactView(load()),
  solid: (load) => solidView(load()),
  svelte: (load) => svelteView(load()),
  vue: (load) => vueView(load()),
}

const nameOf = (file: string): string => file.replace(/^.*\/views\/|\.\w+$/g, '')

function routeOf({ route: name, view, kind }: Kind, load: () => Promise<never>) {
  const door = DOORS[view.split('/')[0] ?? '']
  if (door === undefined) throw new RangeError(`No door leads to ${view}`)
  return route(`/${name}/:id`, {
    params: { id: int },
    load: ({ params }) => {
      const data = dataOf(kind, params.id)
      return loaders[kind]?.(data) ?? data
    },
    head: ({ data }) => heads[kind]?.(data) ?? { title: data.title },
    view: () => door(load) as never,
  })
}

const home = route('', { view: async () => ({ default: htmlView(() => html`<h1>Truth</h1>`) }) })

/**
 * @param files Functions that import the modules of views, by their paths. Kinds of other views
 * have no route.
 */
export function tableOf(
  kinds: readonly Kind[],
  files: Readonly<Record<string, () => Promise<never>>>,
): Table {
  const loads = new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))
  const made = kinds.flatMap((kind) => {
    const load = loads.get(kind.view)
    return load ? [[kind.route, routeOf(kind, load)] as const] : []
  })
  // Routes that are made by name are of no type that the compiler could hold against the data.
  return defineRoutes({ home, ...Object.fromEntries(made) } as object as Routes) as object as Table
}
