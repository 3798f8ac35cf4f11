/** Reads the computed styles of all elements of a document, in Chromium and in the DOM alike. */

/** What is read of each element beside the properties. */
export const EXTRA = [
  'offsetWidth > 0',
  'checkVisibility()',
  '::before content',
  '::after content',
] as const

export const PSEUDO = ['::before', '::after'] as const

/** Values of an element, or of a pseudo-element of it, in the order of the properties. */
export interface Row {
  /** The position of its element in the document. */
  readonly at: number
  readonly tag: string
  readonly pseudo: string | null
  readonly values: readonly string[]
}

/** All elements in the order of the document, those of a shadow tree after their host. */
export function elementsOf(root: ParentNode = document): Element[] {
  const all: Element[] = []
  for (const element of root.children) {
    all.push(element)
    if (element.shadowRoot) all.push(...elementsOf(element.shadowRoot))
    all.push(...elementsOf(element))
  }
  return all
}

/** Ends animations, as they would be read at another moment on each side. */
export function endMotion(): void {
  for (const animation of document.getAnimations?.() ?? []) animation.cancel()
}

export function valuesOf(
  element: Element,
  pseudo: string | null,
  properties: readonly string[],
): string[] {
  const style = getComputedStyle(element, pseudo)
  return properties.map((name) => style.getPropertyValue(name))
}

/** In the order of `EXTRA`. */
export function extraOf(element: Element): string[] {
  const isWide = element instanceof HTMLElement && element.offsetWidth > 0
  const contents = PSEUDO.map((pseudo) => getComputedStyle(element, pseudo).content)
  return [`${isWide}`, `${element.checkVisibility()}`, ...contents]
}

/** Rows with each distinct string once, as most values are the same. */
export interface Packed {
  readonly strings: readonly string[]
  readonly rows: readonly (Omit<Row, 'values'> & { readonly values: readonly number[] })[]
}

/** The values of all elements of the body, as `1 div color: red`. */
export function readCase(properties: readonly string[]): Record<string, string> {
  const all: Record<string, string> = {}
  const shown = elementsOf(document.body).filter(({ localName }) => localName !== 'style')
  for (const [at, element] of shown.entries()) {
    const values = valuesOf(element, null, properties)
    for (const [index, property] of properties.entries())
      all[`${at + 1} ${element.localName} ${property}`] = values[index] ?? ''
  }
  return all
}
