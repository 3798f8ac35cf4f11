// Reads what elements mean, for clean-tree.ts: renames them by role, style or content, and finds
// the URLs and texts of lazy and responsive pictures, and of drawings.

import {
  attributeOf,
  elementsIn,
  type HtmlElement,
  isHtmlElement,
  oneLine,
  textContentOf,
  walkTree,
} from '../../html/html-tree.ts'
import { BLOCKS, HEADINGS, UNRENDERED } from '../../html/rendering.ts'
import { rename, STRUCTURES } from './markdown-nesting.ts'

const ROLES: Readonly<Record<string, string>> = {
  ...{ table: 'table', grid: 'table', treegrid: 'table', rowgroup: 'tbody', row: 'tr' },
  ...{ columnheader: 'th', rowheader: 'td', cell: 'td', gridcell: 'td' },
  ...{ list: 'ul', listitem: 'li' },
}

const BLOCK_STYLE = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)\b/i

export const hasBlockStyle = (element: HtmlElement): boolean =>
  BLOCK_STYLE.test(attributeOf(element, 'style') ?? '')

/** A heading role needs a level. */
export function nameByMeaning(element: HtmlElement): void {
  const role = attributeOf(element, 'role')?.trim().toLowerCase() ?? ''
  const isPlain = /^(?:div|span|section|p)$|-/.test(element.tagName)
  if (role === 'heading' && isPlain) {
    const level = Number(attributeOf(element, 'aria-level') ?? 2)
    rename(element, `h${level >= 1 && level <= 6 ? Math.trunc(level) : 6}`)
  } else if (isPlain && Object.hasOwn(ROLES, role)) rename(element, ROLES[role] as string)
  else if ((element.tagName === 'span' || isPlain) && hasBlockStyle(element)) rename(element, 'div')
}

/** Names a link, button or icon. @returns Undefined if it has text or no name. */
export function nameOfSilent(element: HtmlElement): string | undefined {
  const isIcon = attributeOf(element, 'role') === 'img'
  if (!isIcon && !['a', 'button'].includes(element.tagName)) return undefined
  const name = attributeOf(element, 'aria-label') || attributeOf(element, 'title') || ''
  return name.trim() !== '' && !saysSomething(element) ? name.trim() : undefined
}

function saysSomething(element: HtmlElement): boolean {
  let says = false
  walkTree(element, (node) => {
    if ('value' in node) says ||= node.value.trim() !== ''
    if (!isHtmlElement(node)) return true
    if (node.tagName === 'img' && attributeOf(node, 'alt')) says = true
    if (node.tagName === 'svg') says ||= drawingText(node) !== ''
    return !says && node.tagName !== 'svg' && !UNRENDERED.has(node.tagName)
  })
  return says
}

/** Moves a card's link to its heading or first line: a link cannot hold blocks. */
export function openCard(link: HtmlElement): void {
  const inside = elementsIn(link)
  if (!inside.some(({ tagName }) => STRUCTURES.has(tagName))) return
  const isLine = (one: HtmlElement) =>
    BLOCKS.has(one.tagName) &&
    textContentOf(one).trim() !== '' &&
    !one.childNodes.some(({ nodeName }) => BLOCKS.has(nodeName))
  const line = inside.find(({ tagName }) => HEADINGS.has(tagName)) ?? inside.find(isLine)
  if (!line) return
  const inner: HtmlElement = {
    ...link,
    attrs: [...link.attrs],
    childNodes: line.childNodes,
    parentNode: line,
  }
  for (const node of inner.childNodes) node.parentNode = inner
  line.childNodes = [inner]
  link.attrs = []
  rename(link, 'div')
}

const LATE = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url']
const LATE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

const textOfAttribute = (element: HtmlElement, name: string): string =>
  attributeOf(element, name)?.trim() ?? ''

/** The URL in the markup. Empty if there is none. Data URLs are placeholders. */
export function pictureAddress(image: HtmlElement): string {
  const { parentNode } = image
  const sources =
    parentNode?.nodeName === 'picture'
      ? parentNode.childNodes.filter(isHtmlElement).filter(({ tagName }) => tagName === 'source')
      : []
  const urls = [
    textOfAttribute(image, 'src'),
    ...LATE.map((name) => textOfAttribute(image, name)),
    ...[image, ...sources].flatMap((one) =>
      LATE_SETS.map((name) => firstOf(textOfAttribute(one, name))),
    ),
  ]
  return urls.find((url) => url !== '' && !/^data:/i.test(url)) ?? ''
}

const firstOf = (set: string): string => /^[\s,]*(\S+?),?(?:\s|$)/.exec(set)?.[1] ?? ''

/** The name of a drawing, unless it is hidden, and its text. */
export function drawingText(svg: HtmlElement): string {
  const texts: string[] = []
  const isNamed = textOfAttribute(svg, 'aria-hidden') !== 'true'
  const own = svg.childNodes.filter(isHtmlElement).find(({ tagName }) => tagName === 'title')
  const name = textOfAttribute(svg, 'aria-label') || (own ? textContentOf(own) : '')
  if (isNamed && name.trim() !== '') texts.push(name)
  walkTree(svg, (node) => {
    const isText = node.nodeName === 'text' || node.nodeName === 'foreignObject'
    if (isText && isHtmlElement(node)) texts.push(textContentOf(node))
    return !isText
  })
  return texts.map(oneLine).filter(Boolean).join(' ')
}
