// What a crawler reads in an HTML document. In: the text of any page of anyone's. Out: its facts.
// Parsed by the HTML standard's rules with scripting on: what stands in a comment, a script or a
// <noscript> is neither a link nor a tag.

import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/** A `<meta name="fragment">`. */
export interface FragmentTag {
  readonly inHead: boolean
  readonly content: string
}

/** The facts of a document. */
export interface DocumentFacts {
  readonly title: string | undefined
  readonly description: string | undefined
  /** As written. */
  readonly canonical: string | undefined
  /** The content of `<meta name="robots">`, in lower case. */
  readonly robots: string
  /** The href of `<base>`, as written. */
  readonly base: string | undefined
  readonly fragmentTags: readonly FragmentTag[]
  /** The hrefs that a crawler may follow, as written, each once. */
  readonly links: readonly string[]
  /** The text of the body, a block a line. */
  readonly text: string
}

/** Reads a document. */
export function readDocument(html: string): DocumentFacts {
  const links = new Set<string>()
  const fragmentTags: FragmentTag[] = []
  const found: {
    title?: string
    description?: string
    canonical?: string
    robots?: string
    base?: string
  } = {}
  const { childNodes } = parse(html)
  for (const { element, inHead } of elementsOf(childNodes, false)) {
    const get = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    const { tagName } = element
    if (tagName === 'title' && inHead) found.title ??= oneLine(textOf([element]))
    else if (tagName === 'base') found.base ??= get('href') ?? ''
    else if (tagName === 'a' || tagName === 'area') {
      const href = get('href')
      if (href !== undefined && !words(get('rel')).includes('nofollow')) links.add(href.trim())
    } else if (tagName === 'link' && words(get('rel')).includes('canonical')) {
      found.canonical ??= get('href') ?? ''
    } else if (tagName === 'meta') {
      const content = get('content') ?? ''
      const name = get('name')?.toLowerCase()
      if (name === 'fragment') fragmentTags.push({ inHead, content })
      else if (name === 'description') found.description ??= content
      else if (name === 'robots') found.robots ??= content.toLowerCase()
    }
  }
  return {
    title: found.title,
    description: found.description,
    canonical: found.canonical,
    robots: found.robots ?? '',
    base: found.base,
    fragmentTags,
    links: [...links],
    text: linesOf(textOf(childNodes)),
  }
}

/** The words of an attribute that is a list of them, in lower case. */
export const words = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/\s+/)

/** An element, and whether it is in the head. */
export interface Placed {
  readonly element: Element
  readonly inHead: boolean
}

/** Every element below nodes, in the order of the document. */
export function* elementsOf(nodes: readonly Node[], inHead: boolean): Generator<Placed> {
  for (const element of nodes) {
    if (!('tagName' in element)) continue
    const inside = inHead || element.tagName === 'head'
    yield { element, inHead: inside }
    yield* elementsOf(element.childNodes, inside)
  }
}

const SILENT = ['script', 'style', 'template', 'noscript', 'head']
const BLOCKS =
  /^(?:address|article|aside|blockquote|body|br|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul|[a-z]\w*-.*)$/

/** Text of blocks, tidied: a block a line. */
export const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')

/** The text below nodes as a reader without styles sees it: a block between line ends. */
export function textOf(nodes: readonly Node[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ')
    else if ('tagName' in node && !SILENT.includes(node.tagName)) {
      const inner = textOf(node.childNodes)
      text += BLOCKS.test(node.tagName) ? `\n${inner}\n` : inner
    }
  }
  return text
}

/** Text with its white space collapsed. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
