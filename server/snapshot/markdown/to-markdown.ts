// Converts HTML to Markdown (CommonMark with GitHub's extensions), for markdown-page.ts. Escapes
// the page's text. Never fetches or runs anything.

import { fromParse5 } from 'hast-util-from-parse5'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { parseFragment } from 'parse5'
import { handlers, nodeHandlers } from './element-handlers.ts'
import { type MarkedNode, mendMarks } from './marks.ts'
import { reduceTree } from './shown-tree.ts'

/** Most characters to convert: the worker is blocked meanwhile. */
const MOST_HTML = 524_288

/** The package's own rule for mail addresses misses every other sign in `a@b@c`. */
const EVERY_AT = {
  unsafe: [
    {
      character: '@',
      before: '[+\\-.\\w]',
      inConstruct: 'phrasing' as const,
      notInConstruct: ['autolink' as const, 'link' as const, 'image' as const, 'label' as const],
    },
  ],
}

/** @returns Undefined if there is too much HTML. */
export function htmlToMarkdown(html: string, url: string): string | undefined {
  if (html.length > MOST_HTML) return undefined
  const tree = parseFragment(html, { scriptingEnabled: false })
  if (!reduceTree(tree)) return undefined
  const hast = fromParse5(tree) as Parameters<typeof toMdast>[0]
  const mdast = toMdast(hast, {
    document: true,
    quotes: ['"', "'"],
    handlers,
    nodeHandlers: nodeHandlers(url),
  })
  mendMarks(mdast as MarkedNode)
  return toMarkdown(mdast, {
    // One long cell would widen every cell of its column.
    extensions: [gfmToMarkdown({ tablePipeAlign: false }), EVERY_AT],
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
  })
}
