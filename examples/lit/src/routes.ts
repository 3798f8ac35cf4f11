import { defineRoutes, route } from 'hashbang-router'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => import('./home.ts'),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => import('./word.ts'),
  }),
})
