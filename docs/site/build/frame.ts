// The HTML around a document: the list of its headings, links to its neighbours and to its source.

import { CONTENTS } from '../contents.ts'
import type { Heading } from './headings.ts'
import { REPOSITORY, type Rendered } from './render-document.ts'
import type { Source } from './sources.ts'

const ORDER = CONTENTS.flatMap(({ items }) => items)

/** The navigation of every page. */
export const navigation = (): string =>
  CONTENTS.map(
    ({ title, items }) =>
      `<h2>${escaped(title)}</h2><ul>${items
        .map(([name, state]) => `<li><a href="#!${state}">${escaped(name)}</a></li>`)
        .join('')}</ul>`,
  ).join('\n')

/** The whole page of a document. */
export const pageOf = ({ state, file }: Source, { html, headings }: Rendered): string =>
  `<article>${html}</article>${footer(state, file)}${onThisPage(state, headings)}`

function footer(state: string, file: string): string {
  const edit = `${REPOSITORY.replace('/blob/', '/edit/')}${file}`
  return `<footer>${neighbours(state)}<p><a href="${edit}">Edit this page on GitHub</a></p></footer>`
}

/** Links to the documents before and after, in the order of the contents. */
function neighbours(state: string): string {
  const at = state === '' ? -1 : ORDER.findIndex(([, other]) => other === state)
  if (at === -1 && state !== '') return ''
  const link = (label: string, rel: string, to: (typeof ORDER)[number] | undefined) =>
    to ? `<a rel="${rel}" href="#!${to[1]}"><span>${label}:</span> ${escaped(to[0])}</a> ` : ''
  return `<nav class="neighbours" aria-label="Previous and next page">${link('Previous', 'prev', ORDER[at - 1])}${link('Next', 'next', ORDER[at + 1])}</nav>`
}

/** Hidden but on a wide screen, so that it is no part of the Markdown. */
function onThisPage(state: string, headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const links = headings.map(
    ({ level, id, title }) =>
      `<li class="level-${level}"><a href="#!${state}?~=${id}">${title}</a></li>`,
  )
  return `<nav class="on-this-page" hidden aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${links.join('')}</ul></nav>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
