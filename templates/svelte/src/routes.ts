import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { svelteView } from 'hashbang-router/svelte'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => svelteView(import('./Home.svelte')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => svelteView(import('./Hello.svelte')),
    }),
  },
  { readable: readableScheme('/s/') },
)
