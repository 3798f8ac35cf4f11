// Streams every state of the lexicon, for the sitemap and the export. Used by routes.ts.

import type { Context } from './context.ts'
import { LETTERS, LIST_SIZE, PARTS } from './lexicon/terms.ts'

interface EntriesArgs {
  readonly context: Context
  readonly signal: AbortSignal
}

export async function* wordEntries({ context, signal }: EntriesArgs) {
  for await (const lemma of context.lexicon.lemmas({ signal })) yield { params: { lemma } }
}

/** One entry for each page of each letter. */
export async function* browseEntries({ context, signal }: EntriesArgs) {
  const { letters } = await context.lexicon.counts({ signal })
  for (const { letter, lemmas } of letters) {
    for (const page of pages(Math.ceil(lemmas / LIST_SIZE))) {
      yield { params: { letter }, search: { page } }
    }
  }
}

/** One entry for each page of each part of speech, in all and by letter. */
export async function* partEntries({ context, signal }: EntriesArgs) {
  for (const pos of PARTS) {
    for (const letter of [undefined, ...LETTERS]) {
      const first = await context.lexicon.byPart(pos, letter, 1, { signal })
      if (first === null || first.total === 0) continue
      const params = letter === undefined ? { pos } : { pos, letter }
      for (const page of pages(first.pages)) yield { params, search: { page } }
    }
  }
}

const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
