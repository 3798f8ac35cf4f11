/**
 * Twenty pages with the same kind of text, rendered in five ways: the input of third-party readers.
 */
import { defineRoutes, html, htmlView, readableScheme, route } from 'hashbang-router'
import { preactView } from 'hashbang-router/preact'
import { reactView } from 'hashbang-router/react'
import { vueView } from 'hashbang-router/vue'

/** The four pages of each kind. */
export const NAMES = ['Aalborg', 'Bergen', 'Cádiz', 'Dún Laoghaire']
export const KINDS = ['html', 'lit', 'react', 'vue', 'preact']

export const titleOf = (name, kind) => `The harbour of ${name} (${kind})`
export const descriptionOf = (name) => `Boats & "tides" of ${name}, by the hour`
export const paragraphsOf = (name) => [
  `${name} has a harbour with a quay of stone, where fishing boats come in with the morning tide and leave again in the evening.`,
  `The harbour of ${name} was dredged twice, once by hand and once by a machine, and ever since then even larger ships find their way in.`,
  `Whoever walks along the quay of ${name} at night hears the halyards beat against the masts, and sees the lights of the pilots' station.`,
]

const VIEWS = {
  html: async () => ({
    default: htmlView(
      ({ data }) =>
        html`<article><h1>${data.title}</h1>${data.lines.map((line) => html`<p>${line}</p>`)}</article>`,
    ),
  }),
  lit: () => import('./views/lit.js'),
  react: () => reactView(import('./views/react.js')),
  vue: () => vueView(import('./views/vue.js')),
  preact: () => preactView(import('./views/preact.js')),
}

export const routes = defineRoutes(
  {
    home: route('', { view: async () => ({ default: htmlView(() => html`<h1>Harbours</h1>`) }) }),
    ...Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        route(`/${kind}/:name`, {
          load: ({ params: { name } }) => ({
            title: titleOf(name, kind),
            lines: paragraphsOf(name),
          }),
          head: ({ params: { name } }) => ({
            title: titleOf(name, kind),
            description: descriptionOf(name),
          }),
          view: VIEWS[kind],
        }),
      ]),
    ),
  },
  { readable: readableScheme('/s/') },
)
