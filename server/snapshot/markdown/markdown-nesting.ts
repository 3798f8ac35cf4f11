// Knows what Markdown can nest, and renames other elements for clean-tree.ts.

import type { HtmlElement } from '../../html/html-tree.ts'
import { BLOCKS, HEADINGS } from '../../html/rendering.ts'

/** Elements that are one line in Markdown. */
const LINES = new Set([...HEADINGS, 'td', 'th', 'caption', 'dt'])

/** Each level of these indents every line. */
export const INDENTS: ReadonlySet<string> = new Set('blockquote ul ol dl menu dir'.split(' '))

/** Blocks that neither a link nor a cell can hold. */
export const STRUCTURES: ReadonlySet<string> = new Set([...INDENTS, 'table', 'pre', 'hr'])

/** Cannot contain a block in Markdown; nesting in its own kind adds nothing. */
const FORMATTING: ReadonlyMap<string, string> = new Map([
  ...['b', 'strong'].map((name) => [name, 'strong'] as const),
  ...['i', 'em', 'mark', 'u'].map((name) => [name, 'em'] as const),
  ...['del', 's', 'strike'].map((name) => [name, 'del'] as const),
  ...['code', 'kbd', 'samp', 'tt', 'var'].map((name) => [name, 'code'] as const),
  ['q', 'q'],
])

/** Browsers show a gap between adjacent ones. */
const CONTROLS = new Set('button input select textarea label meter progress output'.split(' '))

const SAME_AS: Readonly<Record<string, string>> = {
  ...{ menu: 'ul', dir: 'ul', details: 'div', dialog: 'div', summary: 'p', caption: 'p' },
  ...{ search: 'div' },
}

export const isApart = ({ tagName }: HtmlElement): boolean => CONTROLS.has(tagName)

/** Makes an element fit its parent. @returns Whether it is a block no longer, and needs gaps. */
export function fit(element: HtmlElement): boolean {
  const { tagName } = element
  const hasLines = BLOCKS.has(tagName)
  if (Object.hasOwn(SAME_AS, tagName)) rename(element, SAME_AS[tagName] as string)
  const kind = FORMATTING.get(tagName)
  if (kind && [...ancestors(element)].some((one) => FORMATTING.get(one.tagName) === kind))
    rename(element, 'span')
  if (!hasLines) return false
  const around: HtmlElement[] = []
  for (const parent of ancestors(element)) {
    if (LINES.has(parent.tagName)) {
      rename(element, 'span')
      return true
    }
    if (FORMATTING.has(parent.tagName)) around.push(parent)
  }
  for (const one of around) rename(one, 'div')
  return false
}

export function rename(element: HtmlElement, name: string): void {
  element.tagName = name
  element.nodeName = name
}

function* ancestors(element: HtmlElement): Generator<HtmlElement> {
  for (let at = element.parentNode; at && 'tagName' in at; at = at.parentNode) yield at
}
