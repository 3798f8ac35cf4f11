import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { angularView } from 'hashbang-router/angular'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => angularView(import('./home')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => angularView(import('./hello')),
    }),
  },
  { readable: readableScheme('/s/') },
)
