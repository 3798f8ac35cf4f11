// What every guard, loader and `entries` of the route table is given, in the browser and on the server.

import type { Lexicon } from './lexicon/types.ts'

export interface Context {
  readonly lexicon: Lexicon
}
