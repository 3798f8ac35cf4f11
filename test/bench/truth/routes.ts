// The app of the truth bench: a route for each kind of view in each framework. All routes ask to have their views used
// again; whether they are is the server's setting. `n` makes a state another one without making it another page.
import { defineRoutes, int, type Routes, route, type Table } from 'hashbang-router'
import { KINDS } from './behaviours.ts'
import { dataOf } from './data.ts'

const MAKERS = {
  vanilla: () => import('./vanilla.ts'),
  lit: () => import('./lit.ts'),
  react: () => import('./react.ts'),
  vue: () => import('./vue.ts'),
  svelte: () => import('./svelte.ts'),
}

export const FRAMEWORKS = Object.keys(MAKERS) as readonly (keyof typeof MAKERS)[]

const views = new Map<string, unknown>()

function routeOf(framework: keyof typeof MAKERS, at: number) {
  const kind = KINDS[at] as string
  const name = `${framework}-${at}`
  return [
    name,
    route(`/${name}/:id`, {
      params: { id: int },
      search: { n: int },
      reuse: true,
      load: ({ params }) => dataOf(params.id),
      async view() {
        const { make } = await MAKERS[framework]()
        const view = views.get(name) ?? make(kind)
        views.set(name, view)
        return { default: view } as never
      },
    }),
  ] as const
}

const all = FRAMEWORKS.flatMap((framework) => KINDS.map((_, at) => routeOf(framework, at)))

// Views that are made by name are of no type that the compiler could hold against the data.
export const routes = defineRoutes(Object.fromEntries(all) as object as Routes) as object as Table
