// HTML -> Markdown (CommonMark with the tables, task lists and strikethrough of GitHub's). In: the content of a page, its URL. Out:
// text in which everything that looks like markup is markup of the page's own: what its data say is escaped. It looks at nothing
// else, and never reads or runs what the page refers to.

import { parseFragment } from 'parse5'
import { fromParse5, gfmToMarkdown, toMarkdown, toMdast } from '#markdown'
import { cleanTree } from './clean-tree.ts'

/** How many characters of HTML are converted: a worker makes nothing else meanwhile. */
const MOST_HTML = 524_288

/** Names of mail addresses. The package's own rule takes the letter after a sign too, so that it passes by every other one in `a@b@c`. */
const EVERY_AT = {
  unsafe: [
    {
      ...{ character: '@', before: '[+\\-.\\w]', inConstruct: 'phrasing' as const },
      notInConstruct: ['autolink' as const, 'link' as const, 'image' as const, 'label' as const],
    },
  ],
}

/**
 * Converts.
 *
 * @param url The page's own, absolute: what relative URLs are relative to.
 * @returns undefined where there is too much of it.
 */
export function htmlToMarkdown(html: string, url: string): string | undefined {
  if (html.length > MOST_HTML) return undefined
  const tree = parseFragment(html, { scriptingEnabled: false })
  if (!cleanTree(tree, url)) return undefined
  const hast = fromParse5(tree) as Parameters<typeof toMdast>[0]
  return toMarkdown(toMdast(hast), {
    // A cell is as wide as its text: one long one would else make all of its column as long.
    extensions: [gfmToMarkdown({ tablePipeAlign: false }), EVERY_AT],
    ...{ bullet: '-', emphasis: '_', rule: '-', fences: true, listItemIndent: 'one' },
  })
}
