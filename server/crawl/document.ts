// What a crawler reads in an HTML document. In: the text of any page of anyone's. Out: its facts.
// Parsed by the HTML standard's rules with scripting on: what stands in a comment, a script or a
// <noscript> is neither a link nor a tag. What a page may name is bounded: the rest is left out, and said.

import { type Element, isHidden, type Node, parseShown } from './shown-tree.ts'

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
  /** What link previews take for the page's URL, as written. */
  readonly ogUrl: string | undefined
  /** The content of `<meta name="robots">`, in lower case. */
  readonly robots: string
  /** The href of `<base>`, as written. */
  readonly base: string | undefined
  readonly fragmentTags: readonly FragmentTag[]
  /** The hrefs that a crawler may follow, as written, each once. */
  readonly links: readonly string[]
  /** There are more links than these, or longer ones. */
  readonly linksCut: boolean
  /** The text of the body, a block a line. */
  readonly text: string
}

/** How many links of a page are read, how long each may be, and all of them. */
const MOST_LINKS = 3000
const LINK_LENGTH = 2048
const LINKS_LENGTH = 256 * 1024

/** How many fragment tags of a page are told: there should be one. */
const MOST_TAGS = 10

/** How long a title, a description or another word of the head may be. */
const FACT_LENGTH = 2000

/** Reads a document. */
export function readDocument(html: string): DocumentFacts {
  const links = new Set<string>()
  const fragmentTags: FragmentTag[] = []
  const found: {
    title?: string
    description?: string
    canonical?: string
    ogUrl?: string
    robots?: string
    base?: string
  } = {}
  let length = 0
  let linksCut = false
  const add = (href: string) => {
    if (links.has(href)) return
    const fits = links.size < MOST_LINKS && length + href.length <= LINKS_LENGTH
    if (!fits || href.length > LINK_LENGTH) linksCut = true
    else {
      length += href.length
      links.add(href)
    }
  }
  const childNodes = parseShown(html)
  for (const { element, inHead } of elementsOf(childNodes, false)) {
    const all = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    const get = (name: string) => all(name)?.slice(0, FACT_LENGTH)
    const { tagName } = element
    if (tagName === 'title' && inHead)
      found.title ??= oneLine(textOf([element])).slice(0, FACT_LENGTH)
    else if (tagName === 'base') found.base ??= get('href') ?? ''
    else if (tagName === 'a' || tagName === 'area') {
      const href = all('href')
      if (href !== undefined && !words(get('rel')).includes('nofollow')) add(href.trim())
    } else if (tagName === 'link' && words(get('rel')).includes('canonical')) {
      found.canonical ??= get('href') ?? ''
    } else if (tagName === 'meta') {
      const content = get('content') ?? ''
      const name = get('name')?.toLowerCase()
      if (name === 'fragment') {
        if (fragmentTags.length < MOST_TAGS) fragmentTags.push({ inHead, content })
      } else if (name === 'description') found.description ??= content
      else if (name === 'robots') found.robots ??= content.toLowerCase()
      else if (get('property') === 'og:url') found.ogUrl ??= content
    }
  }
  return {
    title: found.title,
    description: found.description,
    canonical: found.canonical,
    ogUrl: found.ogUrl,
    robots: found.robots ?? '',
    base: found.base,
    fragmentTags,
    links: [...links],
    linksCut,
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

/** Every element below nodes, in the order of the document. However deep they are: no call goes with a level. */
export function* elementsOf(nodes: readonly Node[], inHead: boolean): Generator<Placed> {
  const open = [{ rest: nodes.values(), inHead }]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: element, done } = level.rest.next()
    if (done) open.pop()
    else if ('tagName' in element) {
      const inside = level.inHead || element.tagName === 'head'
      yield { element, inHead: inside }
      open.push({ rest: element.childNodes.values(), inHead: inside })
    }
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

/** The text below nodes as a reader without style sheets sees it: a block between line ends. */
export function textOf(nodes: readonly Node[]): string {
  let text = ''
  const left: (Node | '\n')[] = nodes.toReversed()
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node === '\n') text += node
    else if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ')
    else if ('tagName' in node && !SILENT.includes(node.tagName) && !isHidden(node)) {
      const isBlock = BLOCKS.test(node.tagName)
      if (isBlock) {
        text += '\n'
        left.push('\n')
      }
      for (let at = node.childNodes.length - 1; at >= 0; at--)
        left.push(node.childNodes[at] as Node)
    }
  }
  return text
}

/** Text with its white space collapsed. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
