// Pieces of HTML that several pages share.

import { type Html, html } from 'hashbang-router'
import { keyOf, LETTERS } from '../lexicon/terms.ts'
import type { Entry, EntryPage } from '../lexicon/types.ts'
import { routes } from '../routes.ts'
import { counted, grouped, letterName, letterSign, typeset } from '../wording.ts'

export const wordLink = (lemma: string): Html =>
  html`<a href="${routes.href('word', { lemma: keyOf(lemma) })}">${lemma}</a>`

/** A row of letters. `href` returns null for a letter without words. */
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
          : html`<a href="${to}" aria-label="Words ${letterName(letter)}" aria-current="${ariaCurrent(letter === current)}">${sign}</a>`
      }</li>`
    },
  )}</ul></nav>`

/** `aria-current` of a link in a bar. Without "false" the router would mark page 1 on page 2. */
export const ariaCurrent = (current: boolean): string => (current ? 'page' : 'false')

/** A list of words with their first meaning, in which terms are marked. */
export const entryList = (entries: readonly Entry[], terms: readonly string[] = []): Html =>
  html`<ul class="entries">${entries.map(
    ({ key, lemma, gloss }) =>
      html`<li><a href="${routes.href('word', { lemma: key })}">${marked(lemma, terms)}</a> <span>${marked(typeset(gloss), terms)}</span></li>`,
  )}</ul>`

// Marks words that begin with a term.
function marked(text: string, terms: readonly string[]): readonly (string | Html)[] {
  if (terms.length === 0) return [text]
  return text.split(/([\p{L}\p{N}]+)/u).map((piece) => {
    const begin = terms.find((term) => piece.toLowerCase().startsWith(term)) ?? ''
    return begin === ''
      ? piece
      : html`<mark>${piece.slice(0, begin.length)}</mark>${piece.slice(begin.length)}`
  })
}

export const totalLine = ({ total, page, pages }: EntryPage): Html =>
  html`<p class="total">${counted(total, 'word')}${pages > 1 && `, page ${grouped(page)} of ${grouped(pages)}`}</p>`

/** Links to the other pages of a list, if any. */
export function pageBar({ page, pages }: EntryPage, href: (page: number) => string): Html {
  if (pages === 1) return html``
  const step = (to: number, rel: string, label: string) =>
    to < 1 || to > pages
      ? html`<span class="none">${label}</span>`
      : html`<a rel="${rel}" href="${href(to)}" aria-current="${ariaCurrent(false)}">${label}</a>`
  const numbers = shownPages(page, pages).map((number, index, all) => [
    number - (all[index - 1] ?? 0) > 1 ? html`<li class="gap">…</li>` : null,
    html`<li><a href="${href(number)}" aria-label="Page ${number}" aria-current="${ariaCurrent(number === page)}">${grouped(number)}</a></li>`,
  ])
  return html`<nav class="pages" aria-label="Pages">${step(page - 1, 'prev', 'Previous')}<ul>${numbers.flat()}</ul>${step(page + 1, 'next', 'Next')}</nav>`
}

// The first, the last, and two around the current one.
const shownPages = (page: number, pages: number): number[] =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])].filter(
    (number) => number >= 1 && number <= pages,
  )
