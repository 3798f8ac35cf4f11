/** The app of the corpus: a route for each library, with the name of a view as its param. */
import { defineRoutes, html, htmlView, route } from 'hashbang-router'

type Library = {
  default: Parameters<typeof route>[1] extends { view?: () => Promise<infer V> } ? V : never
}

const libraries = import.meta.glob<Library>('./views/*.{ts,tsx,jsx}')

const nameOf = (file: string): string => file.replace(/^.*\/|\.\w+$/g, '')

const routed = Object.entries(libraries).map(([file, load]) => [
  nameOf(file),
  route(`/${nameOf(file)}/:name`, {
    load: ({ params }) => ({ name: params.name }),
    head: ({ params }) => ({ title: `${nameOf(file)} ${params.name}` }),
    view: load as never,
  }),
])

export const routes = defineRoutes({
  home: route('', { view: async () => ({ default: htmlView(() => html`<h1>Strangers</h1>`) }) }),
  ...Object.fromEntries(routed),
})
