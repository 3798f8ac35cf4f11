// The words under one letter, a page at a time.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import type { EntryPage } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { letterName } from '../wording.ts'
import { entryList, letterBar, pageBar, totalLine } from './pieces.ts'

const view: HtmlView<ViewPage<EntryPage, { letter: string }>> = htmlView(({ data, params }) => {
  const { letter } = params
  const bar = pageBar(data, (page) => routes.href('browse', { letter }, { search: { page } }))
  return html`<div class="list">
<h1>Words ${letterName(letter)}</h1>
${letterBar('Words by letter', letter, (other) => routes.href('browse', { letter: other }))}
${totalLine(data)}
${entryList(data.entries)}
${bar}
</div>`
})

export default view
