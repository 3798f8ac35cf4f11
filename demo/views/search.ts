// The results of a search, the word itself first.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import { keyOf } from '../lexicon/terms.ts'
import type { EntryPage } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { entryList, pageBar, totalLine } from './pieces.ts'

interface Search {
  readonly q: string
  readonly page: number
}

const view: HtmlView<ViewPage<EntryPage, object, Search>> = htmlView(({ data, search }) => {
  const q = search.q.trim()
  if (q === '') {
    return html`<div class="list"><h1>Search</h1>
<p>Type a word, or words of a meaning, into the search box: <a href="${find('greek hero')}">greek hero</a>, <a href="${find('kind of whale')}">kind of whale</a>, <a href="${find('serend')}">serend</a>.</p></div>`
  }
  const terms = keyOf(q).match(/[\p{L}\p{N}]+/gu) ?? []
  return html`<div class="list">
<h1>${data.total === 0 ? 'Nothing found for' : 'Search:'} “${q}”</h1>
${data.total > 0 && totalLine(data)}
${data.total === 0 ? nothing() : entryList(data.entries, terms)}
${pageBar(data, (page) => find(q, page))}
</div>`
})

const find = (q: string, page = 1): string => routes.href('search', {}, { search: { q, page } })

const nothing = () =>
  html`<p>No word and no definition holds all of these. Try fewer words, or the beginning of one; or go <a href="${routes.href('browse', { letter: 'a' })}">from A to Z</a>.</p>`

export default view
