import { defineRoutes, route } from 'hashbang-router'
import { reactView } from 'hashbang-router/react'

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: () => reactView(import('./Home.tsx')),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma, letters: params.lemma.length }),
    head: ({ params }) => ({ title: params.lemma }),
    view: () => reactView(import('./Word.tsx')),
  }),
})
