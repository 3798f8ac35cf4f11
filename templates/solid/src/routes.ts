import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { solidView } from 'hashbang-router/solid'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => solidView(import('./Home')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => solidView(import('./Hello')),
    }),
  },
  { readable: readableScheme('/s/') },
)
