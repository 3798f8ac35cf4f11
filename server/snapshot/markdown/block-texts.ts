// Classifies elements as block or inline for clean-tree.ts, and renames elements that Markdown
// cannot nest.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'

export type MarkdownElement = Types.Element
export type Parent = Types.ParentNode

const BLOCKS = new Set(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hgroup hr legend li main menu nav ol p pre search section summary ul
  table caption thead tbody tfoot tr td th`.split(/\s+/),
)

/** Elements that are one line in Markdown. */
const LINES = new Set('td th caption h1 h2 h3 h4 h5 h6 dt'.split(' '))

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

export const isBlock = ({ tagName }: MarkdownElement): boolean => BLOCKS.has(tagName)

export const isApart = ({ tagName }: MarkdownElement): boolean => CONTROLS.has(tagName)

/** Makes an element fit its parent. @returns Whether it is a block no longer, and needs gaps. */
export function fit(element: MarkdownElement): boolean {
  const { tagName } = element
  const hasLines = isBlock(element)
  if (Object.hasOwn(SAME_AS, tagName)) rename(element, SAME_AS[tagName] as string)
  const kind = FORMATTING.get(tagName)
  if (kind && [...ancestors(element)].some((one) => FORMATTING.get(one.tagName) === kind)) {
    rename(element, 'span')
  }
  if (!hasLines) return false
  const around: MarkdownElement[] = []
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

export function rename(element: MarkdownElement, name: string): void {
  element.tagName = name
  element.nodeName = name
}

function* ancestors(element: MarkdownElement): Generator<MarkdownElement> {
  for (let at = element.parentNode; at && 'tagName' in at; at = at.parentNode) yield at
}
