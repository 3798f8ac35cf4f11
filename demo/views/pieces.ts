// Pieces that several pages share. In: values. Out: HTML text. Links come from the route table.

import { type Html, html } from 'hashbang-router'
import { keyOf, LETTERS } from '../lexicon/terms.ts'
import type { Entry, EntryPage } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { counted, grouped, letterName, letterSign, typeset } from '../wording.ts'

/** A link to the entry of a lemma, in the spelling given. */
export const wordLink = (lemma: string): Html =>
  html`<a href="${routes.href('word', { lemma: keyOf(lemma) })}">${lemma}</a>`

/** A row of letters; `href` says where one leads, or null where there is nothing. */
export const letterBar = (
  label: string,
  current: string | undefined,
  href: (letter: string) => string | null,
  first?: Html,
): Html =>
  html`<nav class="letters" aria-label="${label}"><ul>${first && html`<li>${first}</li>`}${LETTERS.map(
    (letter) => {
      const to = href(letter)
      const sign = letterSign(letter)
      return html`<li>${
        to === null
          ? html`<span class="none">${sign}</span>`
          : html`<a href="${to}" aria-label="Words ${letterName(letter)}" aria-current="${here(letter === current)}">${sign}</a>`
      }</li>`
    },
  )}</ul></nav>`

/**
 * `aria-current` of a link in a bar of which one is current. The others say that they are not: the router
 * would mark the first page of a list as what its other pages are a part of.
 */
export const here = (current: boolean): string => (current ? 'page' : 'false')

/** A list of words, each with its first meaning; what `terms` hold is marked. */
export const entryList = (entries: readonly Entry[], terms: readonly string[] = []): Html =>
  html`<ul class="entries">${entries.map(
    ({ key, lemma, gloss }) =>
      html`<li><a href="${routes.href('word', { lemma: key })}">${marked(lemma, terms)}</a> <span>${marked(typeset(gloss), terms)}</span></li>`,
  )}</ul>`

// Words that begin with a term, as the search finds them.
function marked(text: string, terms: readonly string[]): readonly (string | Html)[] {
  if (terms.length === 0) return [text]
  return text.split(/([\p{L}\p{N}]+)/u).map((piece) => {
    const begin = terms.find((term) => piece.toLowerCase().startsWith(term)) ?? ''
    return begin === ''
      ? piece
      : html`<mark>${piece.slice(0, begin.length)}</mark>${piece.slice(begin.length)}`
  })
}

/** How many there are, and where among the pages this one is. */
export const totalLine = ({ total, page, pages }: EntryPage): Html =>
  html`<p class="total">${counted(total, 'word')}${pages > 1 && `, page ${grouped(page)} of ${grouped(pages)}`}</p>`

/** Links to the other pages of a list; nothing when there is but one. */
export function pageBar({ page, pages }: EntryPage, href: (page: number) => string): Html {
  if (pages === 1) return html``
  const step = (to: number, rel: string, label: string) =>
    to < 1 || to > pages
      ? html`<span class="none">${label}</span>`
      : html`<a rel="${rel}" href="${href(to)}" aria-current="${here(false)}">${label}</a>`
  const numbers = shownPages(page, pages).map((number, index, all) => [
    number - (all[index - 1] ?? 0) > 1 ? html`<li class="gap">…</li>` : null,
    html`<li><a href="${href(number)}" aria-label="Page ${number}" aria-current="${here(number === page)}">${grouped(number)}</a></li>`,
  ])
  return html`<nav class="pages" aria-label="Pages">${step(page - 1, 'prev', 'Previous')}<ul>${numbers.flat()}</ul>${step(page + 1, 'next', 'Next')}</nav>`
}

// The first, the last, and those around the current one.
const shownPages = (page: number, pages: number): number[] =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])].filter(
    (number) => number >= 1 && number <= pages,
  )
