// Writes an error for the reader, with a link to the page of its code.

const ERRORS = /\bHB\d{3}\b/

/** Fills the element. */
export function showError(place: Element, error: unknown): void {
  const text =
    error instanceof Error ? `${error.name}: ${error.message}` : `Thrown: ${textOf(error)}`
  const code = ERRORS.exec(text)?.[0]
  const hint = error instanceof SyntaxError && !code ? [' (Write JavaScript, without types.)'] : []
  place.replaceChildren(text, ...(code ? [' ', linkTo(code)] : hint))
}

/** A symbol has a text, and an object without a prototype has none. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return 'an object without text'
  }
}

function linkTo(code: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = `#!/errors/${code}`
  link.textContent = `Read more about ${code}`
  return link
}
