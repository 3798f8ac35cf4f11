// The lexicon in the browser, over the JSON API of api.ts.

import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { everyKey } from './keys.ts'
import { firstOfQuery } from './terms.ts'
import type { Lexicon, RequestOptions } from './types.ts'

/**
 * @param base An origin; `''` for the document's own. The methods throw errors of `fetch`, and for
 * any status but 2xx and the API's own 404.
 */
export function fetchLexicon(base = '', fetch: typeof globalThis.fetch = ownFetch): Lexicon {
  const root = base.replace(/\/$/, '')

  async function request<Values, Answer>(
    endpoint: Endpoint<Values, Answer>,
    values: Values,
    options: RequestOptions | undefined,
  ): Promise<Answer | null> {
    const signal = options?.signal
    signal?.throwIfAborted()
    const path = endpoint.write(values)
    if (path === null) return null
    const url = root + path
    const headers = { accept: 'application/json' }
    const response = await fetch(url, signal ? { headers, signal } : { headers })
    // A 404 of a server without this API is no answer.
    const ours = response.headers.get('content-type')?.startsWith('application/json') ?? false
    if (response.ok && ours) return (await response.json()) as Answer
    await response.body?.cancel()
    if (response.status === 404 && ours) return null
    throw new Error(
      `GET ${url} answered ${response.status}${ours ? '' : ' and no JSON'}: expected the lexicon's API`,
    )
  }

  const lexicon: Lexicon = {
    word: (lemma, options) => request(ENDPOINTS.word, { lemma }, options),
    browse: (letter, page, options) => request(ENDPOINTS.browse, { letter, page }, options),
    byPart: (part, letter, page, options) =>
      request(ENDPOINTS.byPart, { part, letter, page }, options),
    search: (text, page, options) =>
      request(ENDPOINTS.search, { query: firstOfQuery(text), page }, options),
    keys: async (after, options) => (await request(ENDPOINTS.keys, { after }, options)) ?? [],
    lemmas: (options) => everyKey(lexicon, options),
    counts: async (options) => always(await request(ENDPOINTS.counts, {}, options)),
    curiosities: async (options) => always(await request(ENDPOINTS.curiosities, {}, options)),
  }
  return lexicon
}

/** Read at each call: a page may wrap `fetch` later. */
function ownFetch(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
  return globalThis.fetch(...request)
}

function always<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Error('The lexicon answered 404 to what every lexicon has')
  return answer
}
