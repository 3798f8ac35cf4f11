// Reads title and description from a page's HTML, each as one line, if present.

import { attributeOf, isElement, nodesOf, ownText } from './shell-tree.ts'

export interface HeadSaid {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

export function headSaid(html: string): HeadSaid {
  const elements = nodesOf(html.split(/<\/head\s*>/i, 1)[0] ?? '').filter(isElement)
  const title = elements.find(({ tagName }) => tagName === 'title')
  const meta = elements.find(
    (one) => one.tagName === 'meta' && /^description$/i.test(attributeOf(one, 'name') ?? ''),
  )
  return {
    title: line(title && ownText(title)),
    description: line(meta && attributeOf(meta, 'content')),
  }
}

const line = (text = ''): string | undefined => text.replace(/\s+/g, ' ').trim() || undefined
