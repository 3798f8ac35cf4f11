// Writes head tags as escaped HTML, and identifies tags of the same kind.

import type { HeadTag } from '../../src/head.ts'
import { escapeHtml } from '../../src/html.ts'

export type { HeadTag }

/** Writes a tag. Attribute names come from the app's own code; values are escaped. */
export function writeTag({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const tag = `<${name}${written.join('')}>`
  return name === 'title' ? `${tag}${escapeHtml(text ?? '')}</title>` : tag
}

/** The key of a tag that a document has once; repeatable tags each have a unique key. */
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
