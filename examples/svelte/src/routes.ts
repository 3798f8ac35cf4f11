import { defineRoutes, route } from 'hashbang-router'
import { svelteView } from 'hashbang-router/svelte'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => svelteView(import('./Home.svelte')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => svelteView(import('./Word.svelte')),
  }),
})
