// Writes a formula as text for clean-tree.ts: its author's TeX, else its parts in a line.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { attributeOf, isShellElement } from '../../html/shell-tree.ts'
import type { MarkdownElement } from './block-texts.ts'

const MOST_DEPTH = 40

export function texOf(math: MarkdownElement): string | undefined {
  const [semantics] = elementsOf(math)
  if (semantics?.tagName !== 'semantics') return undefined
  const tex = elementsOf(semantics).find(
    (one) => one.tagName === 'annotation' && /tex/i.test(attributeOf(one, 'encoding') ?? ''),
  )
  return tex && elementText(tex).trim() !== '' ? elementText(tex).trim() : undefined
}

export function formulaText(node: MarkdownElement, depth = 0): string {
  const parts = elementsOf(node).filter(({ tagName }) => !tagName.startsWith('annotation'))
  if (depth > MOST_DEPTH || parts.length === 0) return elementText(node).trim()
  const inner = parts.map((part) => formulaText(part, depth + 1))
  return WRITTEN.get(node.tagName)?.(...inner) ?? inner.filter(Boolean).join(' ')
}

type Write = (...parts: string[]) => string

const fraction: Write = (over = '', under = '') => `${grouped(over)}/${grouped(under)}`
const raised: Write = (base = '', high = '') => `${grouped(base)}^${grouped(high)}`
const lowered: Write = (base = '', low = '') => `${grouped(base)}_${grouped(low)}`
const both: Write = (base, low, high = '') => `${lowered(base ?? '', low ?? '')}^${grouped(high)}`

const WRITTEN = new Map<string, Write>(
  Object.entries({
    ...{ mfrac: fraction, msup: raised, mover: raised, msub: lowered, munder: lowered },
    ...{ msubsup: both, munderover: both },
    msqrt: (...parts: string[]) => `√${grouped(parts.join(' '))}`,
    mroot: (base = '', degree = '') => `${grouped(base)}^(1/${degree})`,
    mfenced: (...parts: string[]) => `(${parts.join(', ')})`,
    mtr: (...parts: string[]) => parts.join(', '),
    mtable: (...parts: string[]) => parts.join('; '),
  }),
)

/** In parentheses, unless it is one number or name. */
const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

const elementsOf = (node: MarkdownElement): MarkdownElement[] =>
  node.childNodes.filter(isShellElement)

export function elementText(element: MarkdownElement): string {
  const work: Types.ChildNode[] = [...element.childNodes].reverse()
  let text = ''
  for (let node = work.pop(); node; node = work.pop()) {
    if (node.nodeName === '#text') text += (node as Types.TextNode).value
    else if ('childNodes' in node) work.push(...[...node.childNodes].reverse())
  }
  return text
}
