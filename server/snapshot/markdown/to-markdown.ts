// Converts HTML to Markdown (CommonMark with GitHub's extensions), for markdown-page.ts. Escapes
// the page's text. Never fetches or runs anything.

import { fromParse5 } from 'hast-util-from-parse5'
import { type Handle, toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type State, toMarkdown, type Handle as Write } from 'mdast-util-to-markdown'
import { parseFragment } from 'parse5'
import { cleanTree } from './clean-tree.ts'
import { type MarkedNode, mendMarks } from './marks.ts'

/** Most characters to convert: the worker is blocked meanwhile. */
const MOST_HTML = 524_288

/** The package's own rule for mail addresses misses every other sign in `a@b@c`. */
const EVERY_AT = {
  unsafe: [
    {
      ...{ character: '@', before: '[+\\-.\\w]', inConstruct: 'phrasing' as const },
      notInConstruct: ['autolink' as const, 'link' as const, 'image' as const, 'label' as const],
    },
  ],
}

/** A node of text in `<sup>` or `<sub>` that no page can create. */
type Raised = Parameters<State['containerPhrasing']>[0] & { readonly name: string }

/** Keeps the tags: `10` with a raised `6` is not `106`. */
const raised: Handle = (state, node) => {
  const directive: object = { type: 'textDirective', name: node.tagName, children: state.all(node) }
  return directive as ReturnType<Handle>
}

const WRITTEN: Readonly<Record<string, Write>> = {
  textDirective: (node: Raised, _, state, info) =>
    `<${node.name}>${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}</${node.name}>`,
}

/** @returns Undefined if there is too much HTML. */
export function htmlToMarkdown(html: string, url: string): string | undefined {
  if (html.length > MOST_HTML) return undefined
  const tree = parseFragment(html, { scriptingEnabled: false })
  if (!cleanTree(tree, url)) return undefined
  const hast = fromParse5(tree) as Parameters<typeof toMdast>[0]
  const mdast = toMdast(hast, { handlers: { sup: raised, sub: raised } })
  mendMarks(mdast as MarkedNode)
  return toMarkdown(mdast, {
    handlers: WRITTEN,
    // One long cell would widen every cell of its column.
    extensions: [gfmToMarkdown({ tablePipeAlign: false }), EVERY_AT],
    ...{ bullet: '-', emphasis: '*', rule: '-', fences: true, listItemIndent: 'one' },
  })
}
