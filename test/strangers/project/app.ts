/**
 * The app of the corpus. A library has a route with the name of a view as its param, and one for
 * its pages that leave something behind.
 */
import { defineRoutes, html, htmlView, route } from 'hashbang-router'

type Views = Parameters<typeof route>[1] extends { view?: () => Promise<infer V> } ? V : never
type Library = { default: Views; leaves: Views }

const libraries = import.meta.glob<Library>('./views/*.{ts,tsx,jsx}')

const nameOf = (file: string): string => file.replace(/^.*\/|\.\w+$/g, '')

const routeAt = (library: string, load: () => Promise<unknown>) =>
  route(`/${library}/:name`, {
    load: ({ params }) => ({ name: params.name }),
    head: ({ params }) => ({ title: `${library} ${params.name}` }),
    view: load as never,
  })

const routed = Object.entries(libraries).flatMap(([file, load]) => {
  const views = nameOf(file)
  const leaves = `leaves/${views}`
  const loadLeaves = async () => ({ default: (await load()).leaves })
  return [
    [views, routeAt(views, load)],
    [leaves, routeAt(leaves, loadLeaves)],
  ]
})

export const routes = defineRoutes({
  home: route('', { view: async () => ({ default: htmlView(() => html`<h1>Strangers</h1>`) }) }),
  ...Object.fromEntries(routed),
})
