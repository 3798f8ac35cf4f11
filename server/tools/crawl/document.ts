// Parses untrusted HTML and reads its facts for crawl, inspect and verify, up to limits. Text in
// comments, scripts and, for a reader that runs scripts, <noscript> is no link or tag.

import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
} from 'parse5'

export interface FragmentTag {
  readonly inHead: boolean
  readonly content: string
}

export interface DocumentFacts {
  readonly title: string | undefined
  readonly description: string | undefined
  /** As written. */
  readonly canonical: string | undefined
  readonly ogUrl: string | undefined
  readonly robots: string
  /** Of `<meta name="prerender-status-code">`. */
  readonly status: number | undefined
  readonly base: string | undefined
  readonly fragmentTags: readonly FragmentTag[]
  /** The hrefs that a crawler may follow, as written, each once. */
  readonly links: readonly string[]
  /** The page has more or longer links than are listed. */
  readonly linksCut: boolean
  readonly text: string
  readonly isCut: boolean
}

/** Most links, most characters of one, and of all. */
const MOST_LINKS = 3000
const LINK_LENGTH = 2048
const LINKS_LENGTH = 256 * 1024

const MOST_TAGS = 10

const FACT_LENGTH = 2000

export const readDocument = (html: string, scripts?: boolean): DocumentFacts =>
  factsOf(parseShown(html, scripts))

export function factsOf({ childNodes, isCut }: ShownTree): DocumentFacts {
  const links = new Set<string>()
  const fragmentTags: FragmentTag[] = []
  const facts: Partial<Record<keyof DocumentFacts, string>> = {}
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
  for (const { element, inHead } of elementsOf(childNodes, false)) {
    const all = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    const get = (name: string) => all(name)?.slice(0, FACT_LENGTH)
    const { tagName } = element
    if (tagName === 'title' && inHead)
      facts.title ??= oneLine(nodesText([element])).slice(0, FACT_LENGTH)
    else if (tagName === 'base') facts.base ??= get('href') ?? ''
    else if (tagName === 'a' || tagName === 'area') {
      const href = all('href')
      if (href !== undefined && !words(get('rel')).includes('nofollow')) add(href.trim())
    } else if (tagName === 'link' && words(get('rel')).includes('canonical')) {
      facts.canonical ??= get('href') ?? ''
    } else if (tagName === 'meta') {
      const content = get('content') ?? ''
      const name = get('name')?.toLowerCase()
      if (name === 'fragment') {
        if (fragmentTags.length < MOST_TAGS) fragmentTags.push({ inHead, content })
      } else if (name === 'description') facts.description ??= content
      else if (name === 'robots') facts.robots ??= content.toLowerCase()
      else if (name === 'prerender-status-code') facts.status ??= content
      else if (get('property') === 'og:url') facts.ogUrl ??= content
    }
  }
  const { title, description, canonical, ogUrl, robots = '', status = '', base } = facts
  return {
    ...{ title, description, canonical, ogUrl, robots, base },
    status: /^[2-5]\d\d$/.test(status) ? Number(status) : undefined,
    ...{ fragmentTags, links: [...links], linksCut, isCut },
    text: linesOf(nodesText(childNodes)),
  }
}

const words = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/\s+/)

export interface PlacedElement {
  readonly element: CrawledElement
  readonly inHead: boolean
}

/** Iterative, so that depth cannot overflow the stack. */
export function* elementsOf(nodes: readonly Node[], inHead: boolean): Generator<PlacedElement> {
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

const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')

export function nodesText(nodes: readonly Node[]): string {
  let text = ''
  const left: (Node | '\n')[] = nodes.toReversed()
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node === '\n') text += node
    else if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ')
    else if ('tagName' in node && !SILENT.includes(node.tagName) && !isHiddenElement(node)) {
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

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export type CrawledElement = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode

/** A few kB of HTML can make a hundred million elements. */
const MOST_ELEMENTS = 200_000

export interface ShownTree {
  readonly childNodes: readonly Node[]
  readonly isCut: boolean
}

/**
 * Parses HTML into the tree that readers see, with declarative shadow trees in their hosts.
 * https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
 * @param scripts Whether the reader runs scripts. Otherwise `<noscript>` is content.
 */
export function parseShown(html: string, scripts = true): ShownTree {
  const { childNodes, isCut } = parseSome(html, scripts)
  const insideOf = (child: Node) => shadowOf(child) ?? (scripts ? undefined : noscriptOf(child))
  const open: (readonly Node[])[] = [childNodes]
  for (let nodes = open.pop(); nodes !== undefined; nodes = open.pop()) {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      node.childNodes = node.childNodes.flatMap((child) => insideOf(child) ?? [child])
      open.push(node.childNodes)
    }
  }
  return { childNodes, isCut }
}

class TooManyElements extends Error {}

function parseSome(html: string, scriptingEnabled: boolean): ShownTree {
  let count = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (++count > MOST_ELEMENTS) throw new TooManyElements()
      return defaultTreeAdapter.createElement(...given)
    },
  }
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter, scriptingEnabled })
  const { childNodes } = parser.document
  try {
    parser.tokenizer.write(html, true)
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error
    return { childNodes, isCut: true }
  }
  return { childNodes, isCut: false }
}

export function isHiddenElement({ attrs }: CrawledElement): boolean {
  return attrs.some(({ name, value }) =>
    name === 'hidden'
      ? value.toLowerCase() !== 'until-found'
      : name === 'style' &&
        /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(value),
  )
}

const noscriptOf = (node: Node): Node[] | undefined =>
  'tagName' in node && node.tagName === 'noscript' ? node.childNodes : undefined

/** The content of a declarative shadow tree. */
const shadowOf = (node: Node): Node[] | undefined =>
  'content' in node &&
  node.attrs.some(
    ({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value),
  )
    ? node.content.childNodes
    : undefined
