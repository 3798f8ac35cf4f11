// The route table of the site: a state for each document of the repository, and the playground.

import { documents } from 'virtual:documents'
import { defineRoutes, notFound, route, text } from 'hashbang-router'
import { readable } from './address-scheme.ts'

/** A document as the site shows it. */
export interface SiteDocument {
  readonly title: string
  readonly description: string
  readonly html: string
}

async function load(state: string) {
  const found = documents[state]
  return found === undefined ? notFound() : (await found()).document
}

const view = () => import('./views/document.ts')
const head = ({ data }: { data: SiteDocument }) => ({
  title: data.title === 'hashbang-router' ? data.title : `${data.title} · hashbang-router`,
  description: data.description,
  lang: 'en',
})

export const routes = defineRoutes(
  {
    home: route('', { load: () => load(''), head, view }),
    playground: route('/playground', {
      // A shared link holds the reader's table and state.
      search: { table: text.optional(''), at: text.optional('') },
      head: () => ({
        title: 'Playground · hashbang-router',
        description: 'Type a route table and a state, and see what a crawler reads.',
        lang: 'en',
      }),
      view: () => import('./views/playground-page.ts'),
    }),
    document: route('/:path+', {
      load: ({ params }) => load(`/${params.path.join('/')}`),
      head,
      view,
      entries: () =>
        Object.keys(documents)
          .filter((state) => state !== '')
          .map((state) => ({ params: { path: state.slice(1).split('/') } })),
    }),
  },
  { readable, notFound: () => import('./views/missing.ts') },
)
