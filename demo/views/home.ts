// The first page: introduces Lexicon and links to its parts.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import type { Counts, Entry } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { counted, grouped, partTitle, typeset } from '../wording.ts'
import { letterBar } from './pieces.ts'

interface Home {
  readonly counts: Counts
  readonly curiosities: readonly Entry[]
}

const view: HtmlView<ViewPage<Home>> = htmlView(({ data: { counts, curiosities } }) => {
  const filled = new Set(
    counts.letters.filter(({ lemmas }) => lemmas > 0).map(({ letter }) => letter),
  )
  return html`<div class="home">
<header class="opening">
<h1>${grouped(counts.lemmas)} words, and how they hang together</h1>
<p class="lede">Lexicon is an English dictionary that follows meanings: from every sense to its synonyms, its opposites, and the broader and narrower words around it.</p>
</header>
<h2>By letter</h2>
${letterBar('Words by letter', undefined, (letter) => (filled.has(letter) ? routes.href('browse', { letter }) : null))}
<h2>By part of speech</h2>
<ul class="tiles">${counts.parts.map(
    ({ part, lemmas, senses }) =>
      html`<li><a href="${routes.href('part', { pos: part })}"><strong>${partTitle(part)}</strong> <span>${counted(lemmas, 'word')}</span> <span>${counted(senses, 'sense')}</span></a></li>`,
  )}</ul>
<h2>Worth a visit</h2>
<ul class="cards">${curiosities.map(
    ({ key, lemma, gloss }) =>
      html`<li><a href="${routes.href('word', { lemma: key })}"><strong>${lemma}</strong> <span>${typeset(gloss)}</span></a></li>`,
  )}</ul>
</div>`
})

export default view
