// Detects an adopted page that shows only its shell, for adopted-snapshot.ts: scripts changed
// nothing visible, or only something around a short text such as "Loading…".

import {
  attributeOf,
  elementsIn,
  type HtmlElement,
  isHtmlElement,
  oneLine,
  parseTree,
  walkTree,
} from '../../html/html-tree.ts'
import { REPLACED, UNRENDERED, VISIBLE } from '../../html/rendering.ts'
import { textLength } from '../../html/shown-text.ts'

/** `untouched`: scripts changed nothing. `text`: only the text is the same, and short. */
export type ShellChange = 'untouched' | 'text' | 'more'

/** Characters of text that may be space only. */
const SPACE = 200

/** A shell with more text is content by itself, such as slides. */
const MOST_TEXT = 200

/** @param shell The HTML as received. @param body The HTML as written. */
export function compareWithShell(shell: string, body: string): ShellChange {
  // Scripts usually add text; this test avoids parsing.
  if (textLength(body) > 2 * textLength(shell) + SPACE) return 'more'
  const [before, after] = [shell, body].map(partsOf) as [Parts, Parts]
  if (before.text !== after.text || before.objects !== after.objects) return 'more'
  if (before.elements === after.elements) return 'untouched'
  return after.text.length <= MOST_TEXT ? 'text' : 'more'
}

/** Whether a fragment, with its `#`, names an element, which needs no script. */
export function isElementId(shell: string, fragment: string): boolean {
  const name = fragment.slice(1)
  if (name === '') return true
  return elementsIn(parseTree(shell)).some(
    (one) => attributeOf(one, 'id') === name || attributeOf(one, 'name') === name,
  )
}

interface Parts {
  readonly text: string
  readonly elements: string
  /** Elements that are visible without text, or keep their text apart. */
  readonly objects: string
}

const VISIBLE_ATTRIBUTES = ['class', 'id', 'hidden', 'value']

/** Counts text that the shell hides, too: a script that only shows it adds nothing. */
function partsOf(html: string): Parts {
  const texts: string[] = []
  const elements: string[] = []
  const objects: string[] = []
  walkTree(parseTree(html), (node) => {
    if ('value' in node) texts.push(oneLine(node.value))
    if (!isHtmlElement(node) || isAlwaysThere(node)) return true
    const { tagName } = node
    if (isUnseen(node)) return false
    const signature = signatureOf(node)
    elements.push(signature)
    if (VISIBLE.has(tagName) || tagName === 'template') objects.push(signature)
    return !REPLACED.has(tagName)
  })
  const text = texts.filter(Boolean).join(' ')
  return { text, elements: elements.join(), objects: objects.join() }
}

const isAlwaysThere = ({ tagName }: HtmlElement): boolean =>
  tagName === 'html' || tagName === 'body'

const signatureOf = (element: HtmlElement): string =>
  [element.tagName, ...VISIBLE_ATTRIBUTES.map((name) => attributeOf(element, name) ?? '')].join('|')

/** Templates of shadow trees are visible; a frame without a size only holds code. */
function isUnseen(element: HtmlElement): boolean {
  const { tagName } = element
  if (tagName === 'template') return attributeOf(element, 'shadowrootmode') === undefined
  if (tagName === 'iframe')
    return /width:\s*0|display:\s*none/.test(attributeOf(element, 'style') ?? '')
  return UNRENDERED.has(tagName)
}
