// Writes a list of links as Markdown, for llms.txt. Escapes titles, descriptions and URLs.

import { toMarkdown } from 'mdast-util-to-markdown'

export interface LinkList {
  readonly title: string
  readonly description?: string | undefined
  readonly sections: readonly { readonly name: string; readonly links: readonly NamedLink[] }[]
}

export interface NamedLink {
  readonly title: string
  readonly description?: string | undefined
  readonly url: string
}

type Root = Extract<Parameters<typeof toMarkdown>[0], { type: 'root' }>
type Block = Root['children'][number]

// A line break would start a new block.
const inlineText = (value: string) => ({
  type: 'text' as const,
  value: value.replace(/\s+/g, ' ').trim(),
})

const listOf = (links: readonly NamedLink[]): Block => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: links.map(({ title, description, url }) => {
    const link = { type: 'link' as const, url, children: [inlineText(title)] }
    const children = description ? [link, inlineText(`: ${description}`)] : [link]
    return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }
  }),
})

export function linkList({ title, description, sections }: LinkList): string {
  const children: Block[] = [{ type: 'heading', depth: 1, children: [inlineText(title)] }]
  if (description) {
    const paragraph = { type: 'paragraph' as const, children: [inlineText(description)] }
    children.push({ type: 'blockquote', children: [paragraph] })
  }
  for (const { name, links } of sections)
    children.push({ type: 'heading', depth: 2, children: [inlineText(name)] }, listOf(links))
  return toMarkdown({ type: 'root', children }, { bullet: '-', resourceLink: true })
}
