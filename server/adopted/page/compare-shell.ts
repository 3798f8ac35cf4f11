// Detects an adopted page that shows only its shell, for adopted-snapshot.ts: scripts changed
// nothing visible, or only something around a short text such as "Loading…".

import {
  attributeOf,
  isShellElement,
  nodesOf,
  type ShellElement,
  type ShellNode,
} from '../../html/shell-tree.ts'
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

/** It then needs no script. @param fragment With its `#`. */
export function isElementId(shell: string, fragment: string): boolean {
  const name = fragment.slice(1)
  if (name === '') return true
  return nodesOf(shell)
    .filter(isShellElement)
    .some((one) => attributeOf(one, 'id') === name || attributeOf(one, 'name') === name)
}

interface Parts {
  readonly text: string
  readonly elements: string
  /** Elements that are visible without text, or keep their text apart. */
  readonly objects: string
}

const OBJECTS =
  /^(?:template|img|svg|picture|video|audio|canvas|object|embed|iframe|input|textarea|select|button)\b/

const UNSEEN = new Set(
  ['html', 'head', 'title', 'base', 'meta', 'link', 'script', 'style', 'noscript'].concat('body'),
)

const VISIBLE_ATTRIBUTES = ['class', 'id', 'hidden', 'value']

function partsOf(html: string): Parts {
  const texts: string[] = []
  const elements: string[] = []
  for (const node of nodesOf(html)) {
    if (isShellElement(node)) {
      if (!isUnseen(node)) elements.push(signatureOf(node))
    } else if (node.nodeName === '#text' && !isHidden(node)) {
      const text = 'value' in node ? node.value.replace(/\s+/g, ' ').trim() : ''
      if (text !== '') texts.push(text)
    }
  }
  const objects = elements.filter((one) => OBJECTS.test(one)).join()
  return { text: texts.join(' '), elements: elements.join(), objects }
}

const signatureOf = (element: ShellElement): string =>
  [element.tagName, ...VISIBLE_ATTRIBUTES.map((name) => attributeOf(element, name) ?? '')].join('|')

/** Templates of shadow trees are visible; a frame without a size only holds code. */
function isUnseen(element: ShellElement): boolean {
  const { tagName } = element
  if (tagName === 'template') return attributeOf(element, 'shadowrootmode') === undefined
  if (tagName === 'iframe')
    return /width:\s*0|display:\s*none/.test(attributeOf(element, 'style') ?? '')
  return UNSEEN.has(tagName)
}

function isHidden(node: ShellNode): boolean {
  const parent = 'parentNode' in node ? node.parentNode : null
  return parent !== null && 'tagName' in parent && parent.tagName !== 'body'
    ? UNSEEN.has(parent.tagName)
    : false
}
