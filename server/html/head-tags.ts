// Head tags as HTML text, and what makes two of them the same tag.
// In: tags of a page, trusted or not in their values. Out: escaped text.

import type { HeadTag } from '../../src/head.ts'
import { escapeHtml } from '../../src/html.ts'

/** Writes a tag. Attribute names come from the app's own code; values are escaped. */
export function writeTag({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const tag = `<${name}${written.join('')}>`
  return name === 'title' ? `${tag}${escapeHtml(text ?? '')}</title>` : tag
}

/**
 * What a tag of which a document has one is known by: `title`, `meta name description`. Tags of which
 * there may be many, such as other links, have a key of their own.
 */
export function tagKey({
  name,
  attributes,
}: Pick<HeadTag, 'attributes'> & { name: string }): string {
  if (name === 'title') return name
  for (const key of name === 'meta' ? ['name', 'property', 'http-equiv'] : ['rel']) {
    const value = attributes[key]?.toLowerCase()
    if (value !== undefined && (name === 'meta' || value === 'canonical'))
      return `${name} ${key} ${value}`
  }
  return `${name} ${JSON.stringify(attributes)}`
}
