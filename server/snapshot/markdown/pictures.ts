// Finds URLs and texts of pictures for clean-tree.ts: of lazy and responsive ones, and drawings.

import {
  attributeOf,
  type HtmlElement,
  isHtmlElement,
  oneLine,
  textContentOf,
  walkTree,
} from '../../html/html-tree.ts'

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
