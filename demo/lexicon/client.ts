// The lexicon in the browser: asks the JSON API of api.ts.
// In: what a route's loader knows. Out: the same values as database.ts gives the server.
// Never: asks what the API would refuse, or takes a failure for "no such word".

import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { everyKey } from './keys.ts'
import { firstOfQuery } from './terms.ts'
import type { Asking, Lexicon } from './types.ts'

/**
 * `base` stands before `/api/…`: an origin, or nothing for the document's own.
 * Its methods throw what `fetch` throws (an `AbortError` among them), and an `Error` that names URL
 * and status for any answer but a 2xx or the API's own 404.
 */
export function fetchLexicon(base = '', fetch: typeof globalThis.fetch = ownFetch): Lexicon {
  const root = base.replace(/\/$/, '')

  /** `null`: there is no such thing. */
  async function ask<Values, Answer>(
    endpoint: Endpoint<Values, Answer>,
    values: Values,
    asking: Asking | undefined,
  ): Promise<Answer | null> {
    const signal = asking?.signal
    signal?.throwIfAborted()
    const path = endpoint.write(values)
    if (path === null) return null
    const url = root + path
    const headers = { accept: 'application/json' }
    const response = await fetch(url, signal ? { headers, signal } : { headers })
    // A server without this API has 404s too, but they say nothing about words.
    const ours = response.headers.get('content-type')?.startsWith('application/json') ?? false
    if (response.ok && ours) return (await response.json()) as Answer
    await response.body?.cancel()
    if (response.status === 404 && ours) return null
    throw new Error(
      `GET ${url} answered ${response.status}${ours ? '' : ' and no JSON'}: expected the lexicon's API`,
    )
  }

  const lexicon: Lexicon = {
    word: (lemma, asking) => ask(ENDPOINTS.word, { lemma }, asking),
    browse: (letter, page, asking) => ask(ENDPOINTS.browse, { letter, page }, asking),
    byPart: (part, letter, page, asking) => ask(ENDPOINTS.byPart, { part, letter, page }, asking),
    search: (text, page, asking) =>
      ask(ENDPOINTS.search, { query: firstOfQuery(text), page }, asking),
    keys: async (after, asking) => (await ask(ENDPOINTS.keys, { after }, asking)) ?? [],
    lemmas: (asking) => everyKey(lexicon, asking),
    counts: async (asking) => always(await ask(ENDPOINTS.counts, {}, asking)),
    curiosities: async (asking) => always(await ask(ENDPOINTS.curiosities, {}, asking)),
  }
  return lexicon
}

/** Found anew at each call: a page may wrap `fetch` after this module is loaded. */
function ownFetch(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
  return globalThis.fetch(...request)
}

function always<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Error('The lexicon answered 404 to what every lexicon has')
  return answer
}
