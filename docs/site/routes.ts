// The route table of the site: a state for each document of the repository, and the playground.

import { documents } from 'virtual:documents'
import { defineRoutes, notFound, readableScheme, route } from 'hashbang-router'

/** A document as the site shows it. */
export interface SiteDocument {
  readonly title: string
  readonly description: string
  readonly html: string
}

/** The path below which the documents are readable. */
export const PREFIX = '/docs/'

async function load(state: string) {
  const found = documents[state]
  return found === undefined ? notFound() : (await found()).document
}

const view = () => import('./views/document.ts')
const missing = () => import('./views/missing.ts')
const head = ({ data }: { data: SiteDocument }) => ({
  title: data.title === 'hashbang-router' ? data.title : `${data.title} · hashbang-router`,
  description: data.description,
  lang: 'en',
})

export const routes = defineRoutes(
  {
    home: route('', { load: () => load(''), head, view }),
    playground: route('/playground', {
      head: () => ({
        title: 'Playground · hashbang-router',
        description: 'Type a route table and a state, and see what a crawler reads.',
        lang: 'en',
      }),
      view: () => import('./views/playground.ts'),
    }),
    document: route('/:path+', {
      load: ({ params }) => load(`/${params.path.join('/')}`),
      head,
      view,
      notFound: missing,
      entries: () =>
        Object.keys(documents)
          .filter((state) => state !== '')
          .map((state) => ({ params: { path: state.slice(1).split('/') } })),
    }),
  },
  { readable: readableScheme(PREFIX, { data: false }) },
)
