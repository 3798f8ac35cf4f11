// Every state of the lexicon that sitemap and export should list, streamed.
// In: the context. Out: params and search of one state after the other; nothing is collected.

import type { Context } from './context.ts'
import { LETTERS, LIST_SIZE, PARTS } from './lexicon/terms.ts'

interface Given {
  readonly context: Context
  readonly signal: AbortSignal
}

/** One entry a lemma. */
export async function* wordEntries({ context, signal }: Given) {
  for await (const lemma of context.lexicon.lemmas({ signal })) yield { params: { lemma } }
}

/** One entry a page of each letter. */
export async function* browseEntries({ context, signal }: Given) {
  const { letters } = await context.lexicon.counts({ signal })
  for (const { letter, lemmas } of letters) {
    for (const page of pages(Math.ceil(lemmas / LIST_SIZE))) {
      yield { params: { letter }, search: { page } }
    }
  }
}

/** One entry a page of each part of speech under each letter that it has, and without a letter. */
export async function* partEntries({ context, signal }: Given) {
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
