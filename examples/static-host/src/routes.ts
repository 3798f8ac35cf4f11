import { defineRoutes, notFound, readableScheme, route } from 'hashbang-router'

const words: Record<string, string> = {
  ajax: 'a Greek hero, and a way to load data',
  hash: 'a dish of chopped meat, and the sign #',
}

export const routes = defineRoutes(
  {
    home: route('', {
      load: () => Object.keys(words),
      head: () => ({ title: 'Words', description: 'A small dictionary' }),
      view: () => import('./home.ts'),
    }),
    word: route('/word/:lemma', {
      load: ({ params: { lemma } }) => {
        const gloss = words[lemma]
        return gloss === undefined ? notFound() : { lemma, gloss }
      },
      head: ({ data }) => ({ title: data.lemma, description: data.gloss }),
      entries: () => Object.keys(words).map((lemma) => ({ params: { lemma } })),
      view: () => import('./word.ts'),
    }),
  },
  { readable: readableScheme('/s/', { files: true }) },
)
