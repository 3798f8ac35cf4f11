import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { reactView } from 'hashbang-router/react'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => reactView(import('./Home')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => reactView(import('./Hello')),
    }),
  },
  { readable: readableScheme('/s/') },
)
