// Finds the texts of a worker's scripts by name, to explain errors. V8 keeps each text with its
// script, so this copies nothing.

/** Most scripts of one name: inline scripts have their page's address. */
const MOST_OF_NAME = 20
const MOST_NAMES = 5000

const texts = new Map<string, string[]>()

export function noteScript(name: string, text: string): void {
  const known = texts.get(name)
  if (known?.includes(text)) return
  if (known) {
    known.push(text)
    if (known.length > MOST_OF_NAME) known.shift()
    return
  }
  const [oldest] = texts.keys()
  if (texts.size >= MOST_NAMES && oldest !== undefined) texts.delete(oldest)
  texts.set(name, [text])
}

export const scriptTexts = (name: string): readonly string[] => texts.get(name) ?? []
