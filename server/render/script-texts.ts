// The texts of the scripts that a thread has compiled, by their names, to find what an error is about. V8 keeps each text with its script:
// nothing is copied here.

/** Scripts of one name: those that stand in a page have its address. */
const MOST_OF_NAME = 20
const MOST_NAMES = 5000

const texts = new Map<string, string[]>()

/** Notes the text of a script. */
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

/** The texts of a name. */
export const scriptTexts = (name: string): readonly string[] => texts.get(name) ?? []
