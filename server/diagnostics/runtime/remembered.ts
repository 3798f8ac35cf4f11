// Remembers what is made of texts that repeat. The bound is for apps that generate them: beyond it
// all is forgotten.

export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
