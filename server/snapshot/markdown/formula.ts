// Writes a formula as text: its author's TeX if present, else its parts in a line.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { attributeOf, isElement } from '../../html/shell-tree.ts'
import type { Element } from './blocks.ts'

/** Deepest element of a formula; below it only text stays. */
const MOST_DEPTH = 40

/** The TeX of a formula; undefined if none. */
export function texOf(math: Element): string | undefined {
  const [semantics] = elementsOf(math)
  if (semantics?.tagName !== 'semantics') return undefined
  const tex = elementsOf(semantics).find(
    (one) => one.tagName === 'annotation' && /tex/i.test(attributeOf(one, 'encoding') ?? ''),
  )
  return tex && textOf(tex).trim() !== '' ? textOf(tex).trim() : undefined
}

export function formulaText(node: Element, depth = 0): string {
  if (depth > MOST_DEPTH) return textOf(node).trim()
  const parts = elementsOf(node).filter(({ tagName }) => !tagName.startsWith('annotation'))
  if (parts.length === 0) return textOf(node).trim()
  const inner = parts.map((part) => formulaText(part, depth + 1))
  const [first = '', second = '', third = ''] = inner
  const [base, low, high] = [first, second, third].map(grouped)
  switch (node.tagName) {
    case 'mfrac':
      return `${base}/${low}`
    case 'msup':
    case 'mover':
      return `${base}^${low}`
    case 'msub':
    case 'munder':
      return `${base}_${low}`
    case 'msubsup':
    case 'munderover':
      return `${base}_${low}^${high}`
    case 'msqrt':
      return `√${grouped(inner.join(' '))}`
    case 'mroot':
      return `${base}^(1/${second})`
    case 'mfenced':
      return `(${inner.join(', ')})`
    case 'mtr':
      return inner.join(', ')
    case 'mtable':
      return inner.join('; ')
    default:
      return inner.filter(Boolean).join(' ')
  }
}

/** In parentheses, unless it is one number or name. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

const elementsOf = (node: Element): Element[] => node.childNodes.filter(isElement)

export function textOf(element: Element): string {
  const work: Types.ChildNode[] = [...element.childNodes].reverse()
  let text = ''
  for (let node = work.pop(); node; node = work.pop()) {
    if (node.nodeName === '#text') text += (node as Types.TextNode).value
    else if ('childNodes' in node) work.push(...[...node.childNodes].reverse())
  }
  return text
}
