// Caches the results of a function of texts that repeat. A full cache is cleared.

export function memoized<T>(most: number, compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const cached = results.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (results.size >= most) results.clear()
    results.set(text, result)
    return result
  }
}
