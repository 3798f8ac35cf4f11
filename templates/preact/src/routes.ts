import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { preactView } from 'hashbang-router/preact'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => preactView(import('./Home')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => preactView(import('./Hello')),
    }),
  },
  { readable: readableScheme('/s/') },
)
