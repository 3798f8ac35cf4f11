// Writes the head of a page's live document, for live-document.ts. A view's tag wins over the
// route's, and that over the shell's. All robots tags stay.

import type { PageDocument } from '../../dom/index.ts'
import { ELEMENT, S } from '../../dom/internals.ts'
import {
  CANONICAL,
  type HeadTag,
  ROBOTS,
  shellKey,
  tagKey,
  writeTag,
} from '../../html/head-tags.ts'
import { isShellElement } from '../../html/shell-tree.ts'
import { isCanonical, namedUrl } from './document-metadata.ts'

export interface LiveHead {
  /** Of the shell, in their order. */
  readonly shellTags: readonly string[]
  /** Of the route, then of views. */
  readonly ownTags: readonly string[]
  /** Of tags of the shell that are replaced. */
  readonly keys: ReadonlySet<string>
}

interface Tag {
  readonly key: string | undefined
  readonly html: string
}

interface Routed {
  /** The keys of tags that the route replaces. */
  readonly headKeys: readonly string[]
  /** By the page's metadata. */
  readonly canonical: string | undefined
}

/** @param write Writes a node of the shell. @param writeOwn Writes any other. */
export function liveHead(
  page: PageDocument,
  { headKeys: routed, canonical }: Routed,
  write: (node: Node) => string,
  writeOwn: (node: Node) => string,
): LiveHead {
  const tags: Record<'shell' | 'route' | 'view', Tag[]> = { shell: [], route: [], view: [] }
  let hasTitle = false
  for (const live of page.head[S.nodeArray]) {
    if (!staysInHead(live) || namesOther(live, canonical)) continue
    const isTitle = (live as Element)[S.localName] === 'title'
    // Only the first title counts.
    if (isTitle && hasTitle) continue
    hasTitle ||= isTitle
    const { key } = page.headTags.get(live) ?? {}
    const node = page.shellNodes.get(live)
    if (key !== undefined) tags.route.push({ key, html: ownTag(live as Element) })
    else if (node)
      tags.shell.push({ key: isShellElement(node) ? shellKey(node) : undefined, html: write(live) })
    else if (live[S.nodeType] === ELEMENT && !isRefused(live as Element))
      tags.view.push({ key: keyOf(live), html: viewTag(live as Element, writeOwn) })
  }
  // Crawlers obey all robots tags.
  const views = new Set(tags.view.flatMap(({ key = ROBOTS }) => (key === ROBOTS ? [] : key)))
  const routes = tags.route.filter(({ key = '' }) => !views.has(key))
  const keys = new Set([...routed, ...views])
  const ownTags = [...routes, ...tags.view].map((tag) =>
    // The same link as the header's: the page's base does not change it.
    tag.key === CANONICAL && canonical !== undefined ? canonicalTag(canonical) : tag,
  )
  if (canonical !== undefined && !ownTags.some(({ key }) => key === CANONICAL))
    ownTags.push(canonicalTag(canonical))
  const shell = tags.shell.filter(({ key }) => key === undefined || !keys.has(key))
  return {
    shellTags: shell.map(({ html }) => html),
    ownTags: ownTags.map(({ html }) => html),
    keys,
  }
}

/** Other nodes are not shown there, and a parser would end the head before them. */
export const isHeadElement = ({ localName }: Element): boolean => METADATA.has(localName)

const METADATA = new Set('base link meta noscript script style template title'.split(' '))

const staysInHead = (node: Node): boolean =>
  node[S.nodeType] === ELEMENT
    ? isHeadElement(node as Element)
    : /^[\t\n\f\r ]*$/.test(node[S.data] ?? '')

/** Whether it is another canonical link, or one that names no page, such as `mailto:`. */
function namesOther(node: Node, canonical: string | undefined): boolean {
  const element = node as Element
  if (node[S.nodeType] !== ELEMENT || !isCanonical(element)) return false
  return canonical === undefined || namedUrl(element.getAttribute('href')) !== canonical
}

const canonicalTag = (href: string): Tag => ({
  key: CANONICAL,
  html: writeTag({ name: 'link', attributes: { rel: 'canonical', href } }),
})

/** Lists the attributes of an element, without event handlers. */
function attributesOf(element: Element): Record<string, string> {
  const items = [...element[S.attributes][S.items].values()]
  const passive = items.filter((one) => !/^on/i.test(one[S.name]))
  return Object.fromEntries(passive.map((one) => [one[S.name], one[S.value] ?? '']))
}

const keyOf = (live: Node): string =>
  tagKey({
    name: (live as Element)[S.localName],
    attributes: attributesOf(live as Element),
  })

function ownTag(element: Element): string {
  const name = element[S.localName] as HeadTag['name']
  const text = element.textContent ?? ''
  return writeTag({ name, attributes: attributesOf(element), text })
}

const viewTag = (element: Element, write: (node: Node) => string): string =>
  /^(?:title|meta)$/.test(element[S.localName]) ? ownTag(element) : write(element)

/** A view must not move the snapshot's readers. */
const isRefused = (element: Element): boolean =>
  element[S.localName] === 'meta' &&
  /^(?:refresh|set-cookie)$/i.test(attributesOf(element)['http-equiv'] ?? '')
