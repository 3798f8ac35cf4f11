// What a reader may have meant by a word that is not in the lexicon.
// In: any text. Out: a few keys, best first; the same in the browser and on the server.
// Looks only at words that begin alike: one question to the lexicon, whatever was asked for.

import { distance } from 'fastest-levenshtein'
import { keyOf } from './lexicon/terms.ts'
import type { Asking, Lexicon } from './lexicon/types.ts'

const SUGGESTED = 6

/** Longer texts are no slips of the pen. */
const MAX_LENGTH = 40

/** Gives the keys that differ from the asked one by a few letters. */
export async function suggest(
  lexicon: Pick<Lexicon, 'keys'>,
  asked: string,
  asking?: Asking,
): Promise<readonly string[]> {
  const key = keyOf(asked)
  if (key.length < 3 || key.length > MAX_LENGTH) return []
  const begin = key.slice(0, key.length > 5 ? 3 : 2)
  const letters = sorted(key)
  const near = (await lexicon.keys(begin, asking))
    .map((word) => ({ word, off: distance(word, key) }))
    .filter(({ off }) => off <= Math.max(2, key.length / 3))
    // Letters in the wrong order are the likelier slip: 'recieve'. The sort is stable and keys come in their
    // order, so ties fall the same way everywhere.
    .map(({ word, off }) => ({ word, off: off + distance(sorted(word), letters) }))
  return near
    .sort((a, b) => a.off - b.off)
    .slice(0, SUGGESTED)
    .map(({ word }) => word)
}

const sorted = (text: string): string => [...text].sort().join('')
