// The table that the playground begins with.

export const EXAMPLE_STATE = '/word/ajax'

export const EXAMPLE = `const words = { ajax: 'a Greek hero' }

export const routes = defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: async () => ({
      default: htmlView(() => html\`<a href="#!/word/ajax">ajax</a>\`),
    }),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => words[params.lemma] ?? notFound(),
    head: ({ params }) => ({ title: params.lemma }),
    view: async () => ({
      default: htmlView(
        ({ data, params }) =>
          html\`<h1>\${params.lemma}</h1><p>\${data}</p><a href="#!">All words</a>\`,
      ),
    }),
  }),
})
`
