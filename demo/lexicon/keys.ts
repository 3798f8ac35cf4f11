// `lemmas()` for any lexicon that can say which keys come next.
// In: such a lexicon. Out: every key, in order. Never: holds more than one answer at a time.

import type { Asking, Lexicon } from './types.ts'

export async function* everyKey(lexicon: Pick<Lexicon, 'keys'>, asking?: Asking) {
  for (let after: string | undefined; ; ) {
    const keys = await lexicon.keys(after, asking)
    yield* keys
    after = keys.at(-1)
    if (after === undefined) return
  }
}
