import { defineRoutes, route } from 'hashbang-router'
import { preactView } from 'hashbang-router/preact'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => preactView(import('./Home.tsx')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => preactView(import('./Word.tsx')),
  }),
})
