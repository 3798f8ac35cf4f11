// Keys, letters, parts of speech and page numbers: the rules that database, API and browser share.

import type { Part } from './types.ts'

export const LIST_SIZE = 100
export const SEARCH_SIZE = 50
export const HYPONYMS_SHOWN = 20

/** Characters. The longest lemma has 71. */
const MAX_LEMMA = 200
/** Characters of a query that count. */
const MAX_QUERY = 500

export const PARTS: readonly Part[] = ['noun', 'verb', 'adjective', 'adverb']
export const LETTERS: readonly string[] = [...'0abcdefghijklmnopqrstuvwxyz']

/** Keys of words for the home page. */
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

/**
 * The address of a lemma: 'Naïve_Art' -> 'naive art'. Control characters count as space: SQLite
 * would end the text at a NUL.
 */
export function keyOf(lemma: string): string {
  return foldAccents(lemma)
    .replace(/[\s\p{Cc}_]+/gu, ' ')
    .trim()
    .toLowerCase()
}

export function foldAccents(text: string): string {
  // Nearly all text is plain.
  return /[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}+/gu, '') : text
}

export function isLemma(text: string): boolean {
  return text.length <= MAX_LEMMA
}

export function isQuery(text: string): boolean {
  return text.length <= MAX_QUERY
}

export function firstOfQuery(text: string): string {
  return text.slice(0, MAX_QUERY)
}

export function isLetter(text: string): boolean {
  return text.length === 1 && LETTERS.includes(text)
}

export function isPart(text: string): text is Part {
  return (PARTS as readonly string[]).includes(text)
}

export function isPageNumber(page: number): boolean {
  return Number.isInteger(page) && page >= 1 && page <= 9_999_999
}
