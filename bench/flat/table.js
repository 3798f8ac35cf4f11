// An app of as many routes as its own URL says: `table.js?routes=10000`. The last of them is asked
// for.
import { defineRoutes, html, htmlView, int, route } from 'hashbang-router'

const count = Number(new URL(import.meta.url).searchParams.get('routes'))
const view = htmlView(
  ({ name, params, data }) =>
    html`<h1>${name}</h1><ul>${data.map((text) => html`<li><a href="#!/part/${params.id}">${text}</a></li>`)}</ul>`,
)
const part = (index) =>
  route(`/part-${index}/:id`, {
    params: { id: int },
    load: ({ params }) => Array.from({ length: 50 }, (_, i) => `Ware ${params.id}-${i}`),
    view: async () => ({ default: view }),
  })

export const routes = defineRoutes(
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`part${index}`, part(index)])),
)
