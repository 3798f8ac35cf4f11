// An app of as many routes as a variable says. The bench shows the last of them.
import { defineRoutes, html, htmlView, int, route } from 'hashbang-router'

const count = Number(process.env.FLAT_ROUTES)
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
