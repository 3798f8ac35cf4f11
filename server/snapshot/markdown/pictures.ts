// Finds URLs and texts of pictures for clean-tree.ts: of lazy and responsive ones, and drawings.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { attributeOf, isElement } from '../../html/shell-tree.ts'
import type { Element } from './block-texts.ts'
import { textOf } from './formula.ts'

const LATE = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url']
const LATE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

const textOfAttribute = (element: Element, name: string): string =>
  attributeOf(element, name)?.trim() ?? ''

/** The URL in the markup. Empty if there is none. Data URLs are placeholders. */
export function addressOf(image: Element): string {
  const { parentNode } = image
  const sources =
    parentNode?.nodeName === 'picture'
      ? parentNode.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'source')
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
export function drawingText(svg: Element): string {
  const texts: string[] = []
  const isNamed = textOfAttribute(svg, 'aria-hidden') !== 'true'
  const own = svg.childNodes.filter(isElement).find(({ tagName }) => tagName === 'title')
  const name = textOfAttribute(svg, 'aria-label') || (own ? textOf(own) : '')
  if (isNamed && name.trim() !== '') texts.push(name)
  const work: Types.ChildNode[] = [...svg.childNodes].reverse()
  for (let node = work.pop(); node; node = work.pop()) {
    if (!isElement(node)) continue
    if (node.tagName === 'text' || node.tagName === 'foreignObject') texts.push(textOf(node))
    else work.push(...[...node.childNodes].reverse())
  }
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ')
}
