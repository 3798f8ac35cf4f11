import { defineRoutes, route } from 'hashbang-router'
import { vueView } from 'hashbang-router/vue'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => vueView(import('./Home.vue')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => vueView(import('./Word.vue')),
  }),
})
