// Writes a formula as text for clean-tree.ts: its author's TeX, else its parts in a line.

import {
  attributeOf,
  type HtmlElement,
  isHtmlElement,
  textContentOf,
} from '../../html/html-tree.ts'

const MOST_DEPTH = 40

export function texOf(math: HtmlElement): string | undefined {
  const [semantics] = elementsOf(math)
  if (semantics?.tagName !== 'semantics') return undefined
  const tex = elementsOf(semantics).find(
    (one) => one.tagName === 'annotation' && /tex/i.test(attributeOf(one, 'encoding') ?? ''),
  )
  return tex && textContentOf(tex).trim() !== '' ? textContentOf(tex).trim() : undefined
}

export function formulaText(node: HtmlElement, depth = 0): string {
  const parts = elementsOf(node).filter(({ tagName }) => !tagName.startsWith('annotation'))
  if (depth > MOST_DEPTH || parts.length === 0) return textContentOf(node).trim()
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

const elementsOf = (node: HtmlElement): HtmlElement[] => node.childNodes.filter(isHtmlElement)
