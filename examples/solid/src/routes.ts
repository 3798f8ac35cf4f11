import { defineRoutes, route } from 'hashbang-router'
import { solidView } from 'hashbang-router/solid'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => solidView(import('./Home.tsx')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => solidView(import('./Word.tsx')),
  }),
})
