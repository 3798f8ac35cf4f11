// `lemmas()` for any lexicon with `keys()`.

import type { Lexicon, RequestOptions } from './types.ts'

export async function* everyKey(lexicon: Pick<Lexicon, 'keys'>, options?: RequestOptions) {
  for (let after: string | undefined; ; ) {
    const keys = await lexicon.keys(after, options)
    yield* keys
    after = keys.at(-1)
    if (after === undefined) return
  }
}
