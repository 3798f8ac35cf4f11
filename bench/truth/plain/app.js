// An app of ES modules as they lie on disk, without a bundler: a route for each kind of view.
import { defineRoutes, html, htmlView, int, route } from 'hashbang-router'
import * as dom from './dom.js'
import * as views from './html.js'

let loaded
let head
let loads = 0

const dataOf = (kind, id) => ({
  kind,
  id,
  title: `Title of ${id}`,
  ...(id % 50 === 17 && { note: `Note of ${id}` }),
})
const loaders = {
  'loader-first-wins': (data) => (loaded ??= data),
  'loader-counted': (data) => ({ ...data, title: `load ${++loads}` }),
}
const heads = { 'head-once': ({ title }) => (head ??= { title }) }

const routeOf = (kind, view) => [
  `plain-${kind}`,
  route(`/plain-${kind}/:id`, {
    params: { id: int },
    load: ({ params }) => (loaders[kind] ?? ((data) => data))(dataOf(kind, params.id)),
    head: ({ data }) => (heads[kind] ?? (({ title }) => ({ title })))(data),
    view,
  }),
]
const shown = htmlView(({ data }) => html`<p>${data.title}</p>`)
const ofView = (view) => async () => ({ default: view })

export const routes = defineRoutes({
  home: route('', { view: ofView(htmlView(() => html`<h1>Plain</h1>`)) }),
  ...Object.fromEntries([
    ...Object.keys(views.kinds).map((kind) => routeOf(kind, ofView(views.default))),
    ...Object.keys(dom.kinds).map((kind) => routeOf(kind, ofView(dom.default))),
    ...[...Object.keys(loaders), ...Object.keys(heads)].map((kind) => routeOf(kind, ofView(shown))),
    routeOf('element-of-lit', () => import('./element.js')),
  ]),
})
