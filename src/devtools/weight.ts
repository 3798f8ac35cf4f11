// What the app has cost the reader so far. In: the browser's resource timings. Out: bytes and requests.

/** What a document has loaded. */
export interface Weight {
  /** Bytes as they were sent. */
  readonly bytes: number
  readonly requests: number
}

/** Sums up what the document and its app have loaded, without what devtools themselves have. */
export function appWeight(): Weight {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const own = loaded.filter(
    ({ name }) => !name.includes('_escaped_fragment_=') && !name.includes('devtools'),
  )
  const all = page ? [page, ...own] : own
  return {
    bytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: all.length,
  }
}
