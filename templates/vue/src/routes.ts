import { defineRoutes, readableScheme, route } from 'hashbang-router'
import { vueView } from 'hashbang-router/vue'

/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: 'My app' }),
      view: () => vueView(import('./Home.vue')),
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: `Hello, ${data.name}` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => vueView(import('./Hello.vue')),
    }),
  },
  { readable: readableScheme('/s/') },
)
