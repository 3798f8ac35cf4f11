// Sums the bytes and requests of the app, from the browser's resource timings.

/** The loaded resources of a document. */
export interface Weight {
  /** Bytes as transferred. */
  readonly bytes: number
  readonly requests: number
}

/** Sums the document's and app's resources, without those of devtools. */
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
