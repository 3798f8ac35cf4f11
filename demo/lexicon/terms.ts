// What counts as a key, a letter, a part of speech and a page number: decided once, for the
// database, the API and the browser.
// In: text from URLs and from readers. Out: the normalised value, or whether it is one.
// Never: throws, or touches Node or the DOM.

import type { Part } from './types.ts'

export const LIST_SIZE = 100
export const SEARCH_SIZE = 50
export const HYPONYMS_SHOWN = 20

/** The longest lemma has 71 characters. */
const MAX_LEMMA = 200
/** More than any lemma and its gloss would need; the rest of a pasted page is dropped. */
const MAX_QUERY = 500

export const PARTS: readonly Part[] = ['noun', 'verb', 'adjective', 'adverb']
export const LETTERS: readonly string[] = [...'0abcdefghijklmnopqrstuvwxyz']

/** Words worth a visit, for the home page. Keys, so that a test can look each one up. */
export const CURIOSITIES: readonly string[] = [
  'serendipity',
  'ajax',
  "will-o'-the-wisp",
  'hemidemisemiquaver',
  '24/7',
  'absquatulate',
  'callipygian',
  'flibbertigibbet',
  'zymurgy',
]

/** The one address of a lemma. WordNet is ASCII, so accents fold too: 'Naïve_Art' -> 'naive art'.
 * Control characters count as space: SQLite would end the text at a NUL. */
export function keyOf(lemma: string): string {
  return foldAccents(lemma)
    .replace(/[\s\p{Cc}_]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Text with its compatibility forms and accents taken off, case kept. */
export function foldAccents(text: string): string {
  // Nearly all text is plain, and the build asks half a million times.
  return /[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}+/gu, '') : text
}

/** Whether it could be a lemma: nothing longer is worth folding. */
export function isLemma(text: string): boolean {
  return text.length <= MAX_LEMMA
}

export function isQuery(text: string): boolean {
  return text.length <= MAX_QUERY
}

/** As much of a query as is looked for. */
export function firstOfQuery(text: string): string {
  return text.slice(0, MAX_QUERY)
}

export function isLetter(text: string): boolean {
  return text.length === 1 && LETTERS.includes(text)
}

export function isPart(text: string): text is Part {
  return (PARTS as readonly string[]).includes(text)
}

/** Seven digits are ten times the longest list; more would only invite trouble with big numbers. */
export function isPageNumber(page: number): boolean {
  return Number.isInteger(page) && page >= 1 && page <= 9_999_999
}
