// Writes, identifies and reads the tags of a head.

import type { HeadTag } from '../../src/head.ts'
import { escapeHtml } from '../../src/html.ts'
import {
  attributeOf,
  elementsIn,
  type HtmlElement,
  oneLine,
  parseTree,
  textContentOf,
} from './html-tree.ts'

export type { HeadTag }

/** Attribute names come from the app's own code; values are escaped. */
export function writeTag({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const tag = `<${name}${written.join('')}>`
  return name === 'title' ? `${tag}${escapeHtml(text ?? '')}</title>` : tag
}

/** Keys of the canonical link and of a robots tag. */
export const CANONICAL = 'link rel canonical'
export const ROBOTS = 'meta name robots'

/** Whether robots directives forbid the index. `max-image-preview:none` does not. */
export const forbidsIndex = (directives: string): boolean =>
  /\bnoindex\b|(?<!-preview:\s*)\bnone\b/i.test(directives)

/** One key for a tag that a document has once; a key of its own for any other. */
export function tagKey({
  name,
  attributes,
}: Pick<HeadTag, 'attributes'> & { name: string }): string {
  if (name === 'title') return name
  for (const key of name === 'meta' ? ['name', 'property', 'http-equiv'] : ['rel']) {
    const value = attributes[key]?.toLowerCase()
    if (value === undefined) continue
    if (name === 'meta') return `${name} ${key} ${value}`
    if (value.split(/\s+/).includes('canonical')) return CANONICAL
  }
  return `${name} ${JSON.stringify(attributes)}`
}

/** Returns the key of a replaceable element; the title of an SVG picture, for example, has none. */
export function shellKey({ tagName, attrs, parentNode }: HtmlElement): string | undefined {
  if (parentNode?.nodeName !== 'head' || !['title', 'meta', 'link'].includes(tagName))
    return undefined
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  return tagKey({ name: tagName, attributes })
}

export interface HeadTexts {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

export function headTexts(html: string): HeadTexts {
  const elements = elementsIn(parseTree(html.split(/<\/head\s*>/i, 1)[0] ?? ''))
  const title = elements.find(({ tagName }) => tagName === 'title')
  const meta = elements.find(
    (one) => one.tagName === 'meta' && /^description$/i.test(attributeOf(one, 'name') ?? ''),
  )
  return {
    title: line(title && textContentOf(title)),
    description: line(meta && attributeOf(meta, 'content')),
  }
}

const line = (text = ''): string | undefined => oneLine(text) || undefined
