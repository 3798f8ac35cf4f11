// Says which elements are blocks, hidden or visible without text, and which text a tree shows.
// Knows no style sheets. https://html.spec.whatwg.org/multipage/rendering.html

import {
  attributeOf,
  type HtmlElement,
  type HtmlParent,
  isHtmlElement,
  oneLine,
  walkTree,
} from './html-tree.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const HEADINGS = set('h1 h2 h3 h4 h5 h6')

/** Blocks that end an open `<p>`. */
export const FLOW_BLOCKS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...set(
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form header ' +
      'hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
  ),
])

/** With those that only stand in a parent of their own. Table cells are apart, too. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...FLOW_BLOCKS,
  ...set('html body legend caption thead tbody tfoot tr td th'),
])

/**
 * "Hidden elements". Without `area` and `rp`, which have no box either: a reader without pictures
 * needs the links of a map, and one without ruby the parentheses.
 */
export const UNRENDERED = set(
  'base datalist head link meta noembed noframes noscript param script style template title',
)

/** Elements whose content is for browsers that don't know them. */
export const REPLACED = set('audio canvas iframe video')

/** Elements that show something without text. */
export const VISIBLE = set(
  'img svg video audio canvas object embed iframe math input textarea select button meter progress hr',
)

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)\b/i

/** The parents of an element do not count. Content that a reader can open or find is shown. */
export function isHiddenElement(element: HtmlElement): boolean {
  const { tagName } = element
  if (UNRENDERED.has(tagName)) return true
  if (tagName === 'dialog' && attributeOf(element, 'open') === undefined) return true
  const hidden = attributeOf(element, 'hidden')
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  return HIDING_STYLE.test(attributeOf(element, 'style') ?? '')
}

/** Custom elements are inline by the standard, but nearly all are styled as blocks. */
const breaksLine = ({ tagName }: HtmlElement): boolean =>
  BLOCKS.has(tagName) || tagName === 'br' || tagName.includes('-')

/** The text that is shown, with a line for each block. */
export function renderedText(root: HtmlParent): string {
  let text = ''
  walkTree(
    root,
    (node) => {
      if ('value' in node) text += node.value.replace(/\s+/g, ' ')
      if (!isHtmlElement(node)) return true
      if (isHiddenElement(node) || REPLACED.has(node.tagName)) return false
      if (breaksLine(node)) text += '\n'
      return true
    },
    (element) => {
      if (breaksLine(element)) text += '\n'
    },
  )
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')
}
