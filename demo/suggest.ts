// Suggests keys for a word that is not in the lexicon. Compares only words that begin alike, so
// each word needs one request to the lexicon.

import { distance } from 'fastest-levenshtein'
import { keyOf } from './lexicon/terms.ts'
import type { Lexicon, RequestOptions } from './lexicon/types.ts'

const SUGGESTED = 6

/** Longer texts are no typos. */
const MAX_LENGTH = 40

/** Returns keys that differ from the text by a few letters, best first. */
export async function suggest(
  lexicon: Pick<Lexicon, 'keys'>,
  text: string,
  options?: RequestOptions,
): Promise<readonly string[]> {
  const key = keyOf(text)
  if (key.length < 3 || key.length > MAX_LENGTH) return []
  const begin = key.slice(0, key.length > 5 ? 3 : 2)
  const letters = sorted(key)
  const near = (await lexicon.keys(begin, options))
    .map((word) => ({ word, off: distance(word, key) }))
    .filter(({ off }) => off <= Math.max(2, key.length / 3))
    // Letters in the wrong order are likelier: 'recieve'.
    .map(({ word, off }) => ({ word, off: off + distance(sorted(word), letters) }))
  return near
    .sort((a, b) => a.off - b.off)
    .slice(0, SUGGESTED)
    .map(({ word }) => word)
}

const sorted = (text: string): string => [...text].sort().join('')
