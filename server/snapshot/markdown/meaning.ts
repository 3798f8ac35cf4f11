// Renames elements for clean-tree.ts by their role, style or content.

import { attributeOf, isShellElement } from '../../html/shell-tree.ts'
import { isBlock, type MarkdownElement, rename } from './block-texts.ts'
import { elementText } from './formula.ts'
import { drawingText } from './pictures.ts'

const ROLES: Readonly<Record<string, string>> = {
  ...{ table: 'table', grid: 'table', treegrid: 'table', rowgroup: 'tbody', row: 'tr' },
  ...{ columnheader: 'th', rowheader: 'td', cell: 'td', gridcell: 'td' },
  ...{ list: 'ul', listitem: 'li' },
}

const BLOCK_STYLE = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)\b/i
const HEADING = /^h[1-6]$/
/** Elements that a link cannot hold. */
const STRUCTURES = new Set('ul ol dl menu table pre blockquote hr'.split(' '))

export const hasBlockStyle = (element: MarkdownElement): boolean =>
  BLOCK_STYLE.test(attributeOf(element, 'style') ?? '')

/** A heading role needs a level. */
export function nameByMeaning(element: MarkdownElement): void {
  const role = attributeOf(element, 'role')?.trim().toLowerCase() ?? ''
  const isPlain = /^(?:div|span|section|p)$|-/.test(element.tagName)
  if (role === 'heading' && isPlain) {
    const level = Number(attributeOf(element, 'aria-level') ?? 2)
    rename(element, `h${level >= 1 && level <= 6 ? Math.trunc(level) : 6}`)
  } else if (isPlain && Object.hasOwn(ROLES, role)) rename(element, ROLES[role] as string)
  else if ((element.tagName === 'span' || isPlain) && hasBlockStyle(element)) rename(element, 'div')
}

/** Names a link, button or icon. @returns Undefined if it has text or no name. */
export function nameOfSilent(element: MarkdownElement): string | undefined {
  const isIcon = attributeOf(element, 'role') === 'img'
  if (!isIcon && !['a', 'button'].includes(element.tagName)) return undefined
  const name = attributeOf(element, 'aria-label') || attributeOf(element, 'title') || ''
  return name.trim() !== '' && !saysSomething(element) ? name.trim() : undefined
}

function saysSomething(element: MarkdownElement): boolean {
  const work: MarkdownElement['childNodes'] = [...element.childNodes]
  for (let node = work.pop(); node; node = work.pop()) {
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') return true
    if (!isShellElement(node) || /^(?:script|style|template)$/.test(node.tagName)) continue
    if (node.tagName === 'img' && attributeOf(node, 'alt')) return true
    if (node.tagName === 'svg') {
      if (drawingText(node) !== '') return true
    } else work.push(...node.childNodes)
  }
  return false
}

/** Moves a card's link to its heading or first line: a link cannot hold blocks. */
export function openCard(link: MarkdownElement): void {
  const inside = [...below(link)]
  if (!inside.some(({ tagName }) => STRUCTURES.has(tagName))) return
  const isLine = (one: MarkdownElement) =>
    isBlock(one) &&
    elementText(one).trim() !== '' &&
    !one.childNodes.some((node) => isShellElement(node) && isBlock(node))
  const line = inside.find(({ tagName }) => HEADING.test(tagName)) ?? inside.find(isLine)
  if (!line) return
  const inner: MarkdownElement = {
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

function* below(element: MarkdownElement): Generator<MarkdownElement> {
  const work = element.childNodes.filter(isShellElement).reverse()
  for (let one = work.pop(); one; one = work.pop()) {
    yield one
    work.push(...one.childNodes.filter(isShellElement).reverse())
  }
}
