// The words of one part of speech, all of them or those under one letter.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import { PARTS } from '../lexicon/terms.ts'
import type { EntryPage } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { partTitle } from '../wording.ts'
import { ariaCurrent, entryList, letterBar, pageBar, totalLine } from './pieces.ts'

interface Params {
  readonly pos: string
  readonly letter?: string
}

const view: HtmlView<ViewPage<EntryPage, Params>> = htmlView(({ data, params }) => {
  const { pos, letter } = params
  const all = html`<a href="${routes.href('part', { pos })}" aria-current="${ariaCurrent(letter === undefined)}">All</a>`
  return html`<div class="list">
<h1>${partTitle(pos, letter)}</h1>
<nav class="parts" aria-label="Parts of speech"><ul>${PARTS.map(
    (part) =>
      html`<li><a href="${routes.href('part', { ...params, pos: part })}" aria-current="${ariaCurrent(part === pos)}">${partTitle(part)}</a></li>`,
  )}</ul></nav>
${letterBar(`${partTitle(pos)} by letter`, letter, (other) => routes.href('part', { pos, letter: other }), all)}
${totalLine(data)}
${entryList(data.entries)}
${pageBar(data, (page) => routes.href('part', params, { search: { page } }))}
</div>`
})

export default view
