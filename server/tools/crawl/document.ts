// Parses untrusted HTML and reads its facts for crawl, inspect and verify, up to limits. Text in
// comments, scripts and, for a reader that runs scripts, <noscript> is no link or tag.

import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser } from 'parse5'
import {
  attributeOf,
  elementsIn,
  type HtmlNode,
  type HtmlParent,
  isHtmlElement,
  oneLine,
  textContentOf,
  walkTree,
} from '../../html/html-tree.ts'
import { renderedText } from '../../html/rendering.ts'

export type DocumentFacts = ReturnType<typeof factsOf>

/** Most links, most characters of one, and of all. */
const MOST_LINKS = 3000
const LINK_LENGTH = 2048
const LINKS_LENGTH = 256 * 1024

const MOST_TAGS = 10

const FACT_LENGTH = 2000

export const readDocument = (html: string, scripting?: Scripting): DocumentFacts =>
  factsOf(parseShown(html, scripting))

type Fact = 'title' | 'description' | 'canonical' | 'ogUrl' | 'robots' | 'status' | 'base'

export function factsOf(tree: ShownTree) {
  const links = new Set<string>()
  const fragmentTags: { readonly inHead: boolean; readonly content: string }[] = []
  const facts: Partial<Record<Fact, string>> = {}
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
  const elements = elementsIn(tree)
  const head = elements.find(({ tagName }) => tagName === 'head')
  const tagsOfHead = new Set(head && elementsIn(head))
  for (const element of elements) {
    const get = (name: string) => attributeOf(element, name)?.slice(0, FACT_LENGTH)
    const inHead = tagsOfHead.has(element)
    const { tagName } = element
    if (tagName === 'title' && inHead)
      facts.title ??= oneLine(textContentOf(element)).slice(0, FACT_LENGTH)
    else if (tagName === 'base') facts.base ??= get('href') ?? ''
    else if (tagName === 'a' || tagName === 'area') {
      const href = attributeOf(element, 'href')
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
    title,
    description,
    /** The href as written, as those of `links`. */
    canonical,
    ogUrl,
    robots,
    base,
    /** The number in `<meta name="prerender-status-code">`. */
    status: /^[2-5]\d\d$/.test(status) ? Number(status) : undefined,
    fragmentTags,
    /** The hrefs that a crawler may follow, each once. */
    links: [...links],
    /** Whether the page has more or longer links than are listed. */
    linksCut,
    isCut: tree.isCut,
    text: renderedText(tree),
  }
}

const words = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/\s+/)

/** A few kB of HTML can make a hundred million elements. */
const MOST_ELEMENTS = 200_000

export interface ShownTree extends HtmlParent {
  readonly isCut: boolean
}

/** Whether the reader runs scripts. If not, `<noscript>` is content. */
export type Scripting = 'enabled' | 'disabled'

/**
 * Parses HTML into the tree that readers see, with declarative shadow trees in their hosts.
 * https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
 */
export function parseShown(html: string, scripting: Scripting = 'enabled'): ShownTree {
  const tree = parseSome(html, scripting)
  const insideOf = (child: HtmlNode) =>
    shadowOf(child) ?? (scripting === 'enabled' ? undefined : noscriptOf(child))
  walkTree(tree, (node) => {
    if (isHtmlElement(node))
      node.childNodes = node.childNodes.flatMap((child) => insideOf(child) ?? [child])
  })
  return tree
}

class TooManyElements extends Error {}

function parseSome(html: string, scripting: Scripting): ShownTree {
  let count = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++count > MOST_ELEMENTS) throw new TooManyElements()
      return defaultTreeAdapter.createElement(...element)
    },
  }
  const scriptingEnabled = scripting === 'enabled'
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

const noscriptOf = (node: HtmlNode): HtmlNode[] | undefined =>
  isHtmlElement(node) && node.tagName === 'noscript' ? node.childNodes : undefined

/** The content of a declarative shadow tree. */
const shadowOf = (node: HtmlNode): HtmlNode[] | undefined =>
  'content' in node && /^(?:open|closed)$/i.test(attributeOf(node, 'shadowrootmode') ?? '')
    ? node.content.childNodes
    : undefined
