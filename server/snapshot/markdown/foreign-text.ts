// Reads drawings and formulas for shown-tree.ts: Markdown has neither.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
  oneLine,
  textContentOf,
  walkTree,
} from '../../html/html-tree.ts'

export const newText = (value: string): Types.TextNode => ({
  nodeName: '#text',
  value,
  parentNode: null,
})

/** The name of a drawing, unless it is hidden, and its text. */
export function drawingText(svg: HtmlElement): string {
  const texts: string[] = []
  const titleElement = svg.childNodes
    .filter(isHtmlElement)
    .find(({ tagName }) => tagName === 'title')
  const name =
    attributeOf(svg, 'aria-label')?.trim() || (titleElement ? textContentOf(titleElement) : '')
  if (attributeOf(svg, 'aria-hidden') !== 'true') texts.push(name)
  walkTree(svg, (node) => {
    const isText = node.nodeName === 'text' || node.nodeName === 'foreignObject'
    if (isText && isHtmlElement(node)) texts.push(textContentOf(node))
    return !isText
  })
  return texts.map(oneLine).filter(Boolean).join(' ')
}

/** Most nested parts of a formula. */
const MOST_PARTS = 40

/** TeX is code between dollar signs, as GitHub reads it. */
export function formulaNodes(math: HtmlElement): HtmlNode[] {
  const tex = texOf(math)
  if (tex === undefined) return [newText(formulaText(math))]
  const code = { ...math, nodeName: 'code', tagName: 'code', attrs: [], childNodes: [newText(tex)] }
  return [newText('$'), code, newText('$')]
}

function texOf(math: HtmlElement): string | undefined {
  const [semantics] = elementsOf(math)
  if (semantics?.tagName !== 'semantics') return undefined
  const tex = elementsOf(semantics).find(
    (one) => one.tagName === 'annotation' && /tex/i.test(attributeOf(one, 'encoding') ?? ''),
  )
  return (tex && textContentOf(tex).trim()) || undefined
}

function formulaText(node: HtmlElement, depth = 0): string {
  const children = elementsOf(node).filter(({ tagName }) => !tagName.startsWith('annotation'))
  if (depth > MOST_PARTS || children.length === 0) return textContentOf(node).trim()
  const inner = children.map((part) => formulaText(part, depth + 1))
  return WRITTEN.get(node.tagName)?.(...inner) ?? inner.filter(Boolean).join(' ')
}

type Write = (...parts: string[]) => string

const fraction: Write = (over = '', under = '') => `${grouped(over)}/${grouped(under)}`
const raised: Write = (base = '', high = '') => `${grouped(base)}^${grouped(high)}`
const lowered: Write = (base = '', low = '') => `${grouped(base)}_${grouped(low)}`
const both: Write = (base, low, high = '') => `${lowered(base ?? '', low ?? '')}^${grouped(high)}`

const WRITTEN = new Map<string, Write>(
  Object.entries({
    mfrac: fraction,
    msup: raised,
    mover: raised,
    msub: lowered,
    munder: lowered,
    msubsup: both,
    munderover: both,
    msqrt: (...parts: string[]) => `√${grouped(parts.join(' '))}`,
    mroot: (base = '', degree = '') => `${grouped(base)}^(1/${degree})`,
    mfenced: (...parts: string[]) => `(${parts.join(', ')})`,
    mtr: (...parts: string[]) => parts.join(', '),
    mtable: (...parts: string[]) => parts.join('; '),
  }),
)

/** In parentheses, unless it is one number or name. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

const elementsOf = (node: HtmlElement): HtmlElement[] => node.childNodes.filter(isHtmlElement)
