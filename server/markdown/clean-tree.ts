// A page's content as it is to be converted: without what nobody is shown, with absolute URLs, and no deeper and no larger than
// what a conversion can bear. In: a tree as the parser has made it. Out: the same tree, changed; nothing of it recurs, as a
// tree may be as deep as there is memory. Links that run something are left out, as in HTML; their text stays.

import type { DefaultTreeAdapterTypes as Types } from 'parse5'
import { type Element, fit, isApart, isBlock, type Parent, rename } from './blocks.ts'
import { takeCaption, tame } from './tables.ts'

/** How deep elements may be; of those below only the text stays. */
const MOST_DEPTH = 150

/** How many elements are converted: a worker makes nothing else meanwhile. */
const MOST_ELEMENTS = 20_000

/** How many lists and quotes may be in each other: each line of one is indented. */
const MOST_INDENTS = 12

const NEVER_SHOWN = new Set(
  `script style template noscript link meta base title canvas datalist object embed frame frameset annotation annotation-xml
  param track svg wbr`.split(/\s+/),
)
/** Mean something without content; of others that have none, a conversion would look for the end of a run again and again. */
const MEANT_EMPTY = new Set('img br hr input option iframe video audio source td th tr'.split(' '))
const INDENTS = new Set('blockquote ul ol dl menu dir'.split(' '))

/** What a link may lead to; a picture to the first two. */
const FOLLOWED = /^(?:https?|mailto|tel|sms|xmpp|geo|ftps?|magnet):$/
const SHOWN = /^https?:$/

interface Work {
  readonly node: Parent
  readonly depth: number
  readonly indents: number
}

/**
 * Cleans a tree.
 *
 * @param base The absolute URL of the page.
 * @returns False when it has too many elements to be converted.
 */
export function cleanTree(root: Types.DocumentFragment, base: string): boolean {
  const work: Work[] = [{ node: root, depth: 0, indents: 0 }]
  const cleaned: Parent[] = []
  for (let one = work.pop(); one; one = work.pop()) {
    if (cleaned.push(one.node) + work.length > MOST_ELEMENTS) return false
    cleanChildren(one, base, work)
  }
  // What is in an element comes after it.
  for (const node of cleaned.reverse()) node.childNodes = joined(node)
  return true
}

/** What is in an element, without elements that are there for nothing, and with texts beside each other as one. */
function joined(node: Parent): Types.ChildNode[] {
  const kept: Types.ChildNode[] = []
  for (const child of node.childNodes) {
    const text = textAlone(child)
    const last = kept.at(-1)
    if (text === undefined) kept.push(child)
    else if (last?.nodeName === '#text') (last as Types.TextNode).value += text
    else if (text !== '') kept.push(textNode(text, node))
  }
  return kept
}

/** What a node says if it is a text, or around spaces only and no block. */
function textAlone(node: Types.ChildNode): string | undefined {
  if (!('tagName' in node)) return 'value' in node ? node.value : ''
  if (isBlock(node) || MEANT_EMPTY.has(node.tagName)) return undefined
  const [first, second] = node.childNodes
  if (first === undefined) return ''
  const text = second || !('value' in first) ? undefined : first.value
  return text !== undefined && text.trim() === '' ? text : undefined
}

function cleanChildren({ node, depth, indents }: Work, base: string, work: Work[]): void {
  const left = node.childNodes.toReversed()
  const kept: Types.ChildNode[] = []
  const gap = () => kept.push(textNode(' ', node))
  for (let child = left.pop(); child; child = left.pop()) {
    child.parentNode = node
    if (child.nodeName === '#text') kept.push(child)
    if (!('tagName' in child) || isHidden(child)) continue
    if (depth >= MOST_DEPTH) {
      for (const inner of child.childNodes.toReversed()) left.push(inner)
      continue
    }
    const caption = child.tagName === 'table' ? takeCaption(child) : undefined
    if (caption) {
      left.push(child, caption)
      continue
    }
    const text = asText(child, base)
    if (text !== undefined) {
      kept.push(textNode(text, node))
      continue
    }
    if (INDENTS.has(child.tagName) && indents >= MOST_INDENTS) rename(child, 'div')
    if (child.tagName === 'li' && !INDENTS.has(node.nodeName)) rename(child, 'div')
    const isParted = fit(child) || isApart(child)
    if (child.tagName === 'table') tame(child)
    if (isParted) gap()
    kept.push(child)
    if (isParted) gap()
    const inner = indents + (INDENTS.has(child.tagName) ? 1 : 0)
    work.push({ node: child, depth: depth + 1, indents: inner })
  }
  node.childNodes = kept
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

function isHidden(element: Element): boolean {
  const { tagName } = element
  if (NEVER_SHOWN.has(tagName)) return true
  if (tagName === 'dialog' && attribute(element, 'open') === undefined) return true
  const type = tagName === 'input' ? (attribute(element, 'type') ?? '') : ''
  if (/^(?:password|hidden|file)$/i.test(type)) return true
  const hidden = attribute(element, 'hidden')
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  return /(?:^|;)\s*display\s*:\s*none\b/i.test(attribute(element, 'style') ?? '')
}

/** Makes its URLs absolute. @returns The text that stands for it, where it leads nowhere or shows nothing. */
function asText(element: Element, base: string): string | undefined {
  const { tagName } = element
  const alt = attribute(element, 'alt') ?? ''
  for (const attr of element.attrs) {
    const isLink = attr.name === 'href'
    if (!isLink && attr.name !== 'src' && attr.name !== 'poster') continue
    attr.value = absolute(attr.value, base, isLink ? FOLLOWED : SHOWN)
  }
  if (tagName === 'img') return attribute(element, 'src') ? undefined : alt
  const isMedia = tagName === 'video' || tagName === 'audio'
  if (isMedia && !attribute(element, 'src') && !element.childNodes.some(isSource)) {
    rename(element, 'span')
  }
  if (tagName !== 'a' && tagName !== 'area') return undefined
  const leads = Boolean(attribute(element, 'href'))
  if (tagName === 'area') {
    if (!leads || alt === '') return alt
    element.childNodes = [textNode(alt, element)]
  }
  rename(element, leads ? 'a' : 'span')
  return undefined
}

const isSource = (node: Types.ChildNode): boolean => node.nodeName === 'source'

function absolute(url: string, base: string, allowed: RegExp): string {
  if (!URL.canParse(url, base)) return ''
  const { protocol, href } = new URL(url, base)
  return allowed.test(protocol) ? href : ''
}

const textNode = (value: string, parentNode: Parent): Types.TextNode => ({
  nodeName: '#text',
  value,
  parentNode,
})
