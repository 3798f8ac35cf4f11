import { defineRoutes, route } from 'hashbang-router'
import { angularView } from 'hashbang-router/angular'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => angularView(import('./home')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => angularView(import('./word')),
  }),
})
