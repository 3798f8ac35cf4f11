// Finds URLs and texts of pictures for clean-tree.ts: of lazy and responsive ones, and drawings.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { attributeOf, isShellElement } from '../../html/shell-tree.ts'
import type { MarkdownElement } from './block-texts.ts'
import { elementText } from './formula.ts'

const LATE = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url']
const LATE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

const textOfAttribute = (element: MarkdownElement, name: string): string =>
  attributeOf(element, name)?.trim() ?? ''

/** The URL in the markup. Empty if there is none. Data URLs are placeholders. */
export function pictureAddress(image: MarkdownElement): string {
  const { parentNode } = image
  const sources =
    parentNode?.nodeName === 'picture'
      ? parentNode.childNodes.filter(isShellElement).filter(({ tagName }) => tagName === 'source')
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
export function drawingText(svg: MarkdownElement): string {
  const texts: string[] = []
  const isNamed = textOfAttribute(svg, 'aria-hidden') !== 'true'
  const own = svg.childNodes.filter(isShellElement).find(({ tagName }) => tagName === 'title')
  const name = textOfAttribute(svg, 'aria-label') || (own ? elementText(own) : '')
  if (isNamed && name.trim() !== '') texts.push(name)
  const work: Types.ChildNode[] = [...svg.childNodes].reverse()
  for (let node = work.pop(); node; node = work.pop()) {
    if (!isShellElement(node)) continue
    if (node.tagName === 'text' || node.tagName === 'foreignObject') texts.push(elementText(node))
    else work.push(...[...node.childNodes].reverse())
  }
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ')
}
