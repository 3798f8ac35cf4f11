// The context of all guards, loaders and `entries`, in browsers and on the server.

import type { Lexicon } from './lexicon/types.ts'

export interface Context {
  readonly lexicon: Lexicon
}
