// The route table of Lexicon. Views are imported lazily, and data comes through the context, so the
// table works in Node too.

import {
  defineRoutes,
  int,
  notFound,
  readableScheme,
  redirect,
  routeWith,
  text,
} from 'hashbang-router'
import type { Context } from './context.ts'
import { browseEntries, partEntries, wordEntries } from './entries.ts'
import { suggest } from './suggest.ts'
import { letterName, partTitle, typeset } from './wording.ts'

const route = routeWith<Context>()

/** ms. WordNet 3.1 is from 2011. */
const DAY = 86_400_000

const titled = (title: string, page = 1) => `${title}${page > 1 ? `, page ${page}` : ''} · Lexicon`

export const routes = defineRoutes(
  {
    home: route('', {
      load: async ({ context: { lexicon }, signal }) => {
        const [counts, curiosities] = await Promise.all([
          lexicon.counts({ signal }),
          lexicon.curiosities({ signal }),
        ])
        return { counts, curiosities }
      },
      head: () => ({
        title: 'Lexicon, an English dictionary',
        description:
          'An English dictionary that shows how words hang together: senses, synonyms, opposites, broader and narrower words.',
      }),
      maxAge: DAY,
      view: () => import('./views/home.ts'),
    }),

    word: route('/word/:lemma', {
      load: async ({ params, context: { lexicon }, signal }) => {
        const word = await lexicon.word(params.lemma, { signal })
        if (word === null) {
          const suggested = await suggest(lexicon, params.lemma, { signal })
          return notFound({ text: params.lemma, suggested })
        }
        return word.key === params.lemma ? word : redirect('word', { lemma: word.key })
      },
      head: ({ data }) => ({ title: titled(data.lemma), description: typeset(data.gloss) }),
      entries: wordEntries,
      maxAge: DAY,
      view: () => import('./views/word.ts'),
    }),

    browse: route('/browse/:letter', {
      search: { page: int.optional(1) },
      load: async ({ params, search, context, signal }) =>
        (await context.lexicon.browse(params.letter, search.page, { signal })) ?? notFound(),
      head: ({ params, search }) => ({
        title: titled(`Words ${letterName(params.letter)}`, search.page),
      }),
      entries: browseEntries,
      maxAge: DAY,
      view: () => import('./views/browse.ts'),
    }),

    part: route('pos=:pos&letter=:letter?', {
      search: { page: int.optional(1) },
      load: async ({ params, search, context, signal }) =>
        (await context.lexicon.byPart(params.pos, params.letter, search.page, { signal })) ??
        notFound(),
      head: ({ params, search }) => ({
        title: titled(partTitle(params.pos, params.letter), search.page),
      }),
      entries: partEntries,
      maxAge: DAY,
      view: () => import('./views/part.ts'),
    }),

    search: route('/search', {
      search: { q: text.optional(''), page: int.optional(1) },
      load: async ({ search, context, signal }) =>
        (await context.lexicon.search(search.q, search.page, { signal })) ?? notFound(),
      head: ({ search }) => ({
        title: titled(
          search.q.trim() === '' ? 'Search' : `Search: ${search.q.trim()}`,
          search.page,
        ),
      }),
      index: false,
      view: () => import('./views/search.ts'),
    }),

    about: route('/about', {
      load: ({ context, signal }) => context.lexicon.counts({ signal }),
      head: () => ({
        title: titled('About'),
        description: 'Where the words of Lexicon come from, how to read an entry, and the licence.',
      }),
      maxAge: DAY,
      view: () => import('./views/about.ts'),
    }),

    // Bare states such as `#!AJAX`.
    term: route(':term', {
      load: async ({ params, context: { lexicon }, signal }) => {
        const word = await lexicon.word(params.term, { signal })
        if (word !== null) return redirect('word', { lemma: word.key })
        return notFound({
          text: params.term,
          suggested: await suggest(lexicon, params.term, { signal }),
        })
      },
      index: false,
    }),
  },
  {
    notFound: () => import('./views/missing.ts'),
    error: () => import('./views/failure.ts'),
    readable: readableScheme('/s/'),
  },
)
