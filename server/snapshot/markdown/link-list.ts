// Writes a list of links as Markdown. Escapes titles, descriptions and URLs, which are untrusted.

import { toMarkdown } from '#markdown'

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

// A line break would start a new block.
const text = (value: string) => ({
  type: 'text' as const,
  value: value.replace(/\s+/g, ' ').trim(),
})

const heading = (depth: 1 | 2, value: string) => ({
  type: 'heading' as const,
  depth,
  children: [text(value)],
})

const item = ({ title, description, url }: NamedLink) => ({
  type: 'listItem' as const,
  spread: false,
  children: [
    {
      type: 'paragraph' as const,
      children: [
        { type: 'link' as const, url, children: [text(title)] },
        ...(description ? [text(`: ${description}`)] : []),
      ],
    },
  ],
})

export const linkList = ({ title, description, sections }: LinkList): string =>
  toMarkdown(
    {
      type: 'root',
      children: [
        heading(1, title),
        ...(description
          ? [
              {
                type: 'blockquote' as const,
                children: [{ type: 'paragraph' as const, children: [text(description)] }],
              },
            ]
          : []),
        ...sections.flatMap(({ name, links }) => [
          heading(2, name),
          { type: 'list' as const, ordered: false, spread: false, children: links.map(item) },
        ]),
      ],
    },
    { bullet: '-', resourceLink: true },
  )
