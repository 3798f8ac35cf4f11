// Caches the results of a function of texts that repeat. A full cache is cleared.

export function memoized<T>(most: number, make: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (results.size >= most) results.clear()
    results.set(text, result)
    return result
  }
}
