// Writes the start of a document, for pages of tables and adopted pages.

/** The doctype decides quirks mode, and so the layout. */
export function doctypeOf({ doctype }: Document): string {
  if (!doctype) return ''
  const { publicId, systemId } = doctype
  return publicId === '' && systemId === ''
    ? '<!DOCTYPE html>'
    : `<!DOCTYPE html PUBLIC "${publicId.replaceAll('"', '')}" "${systemId.replaceAll('"', '')}">`
}

/**
 * Layers of shadow trees rank lowest: browsers must read them before the first other sheet.
 * @param tags Of the head.
 */
export function withSheets(tags: readonly string[], sheets: string): string {
  const first = sheets === '' ? -1 : tags.findIndex((tag) => SHEET.test(tag))
  if (first < 0) return tags.join('') + sheets
  return [...tags.slice(0, first), sheets, ...tags.slice(first)].join('')
}

const SHEET = /^<(?:style\b|link\b[^>]*\brel="?stylesheet\b)/i
