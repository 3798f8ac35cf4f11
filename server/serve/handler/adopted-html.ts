// Reads the links of adopted pages. The start of a site and the search for states call it.

import { rewriteLinks } from '../../html/rewrite-links.ts'
import { attributeOf, isShellElement, nodesOf } from '../../html/shell-tree.ts'
import {
  prefixOfLinks,
  type StatePrefix,
  type StateShape,
  stateOfUrl,
} from '../../site/adopted-urls.ts'

const elementOf = (html: string, name: string) =>
  nodesOf(html)
    .filter(isShellElement)
    .find(({ tagName }) => tagName === name)

/** Undefined without links to fragments. */
export function prefixOfPage(html: string, url: string): StatePrefix | undefined {
  const fragments: string[] = []
  rewriteLinks(html, (link, kind) => {
    if (kind === 'link' && URL.canParse(link, url)) {
      const { href, hash } = new URL(link, url)
      if (href.startsWith(`${url}#`)) fragments.push(hash)
    }
    return null
  })
  if (fragments.length === 0) return undefined
  const places = new Set(['', 'top'])
  for (const node of nodesOf(html).filter(isShellElement)) {
    for (const name of ['id', 'name']) places.add(attributeOf(node, name) ?? '')
  }
  return prefixOfLinks(fragments, (fragment) => places.has(decoded(fragment.slice(1))))
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export interface LinkedState {
  readonly state: string
  readonly fragment: string
}

/** Each once. @param pageUrl Absolute, without a query. */
export function linkedStates(html: string, pageUrl: string, shape: StateShape): LinkedState[] {
  const linked = new Map<string, LinkedState>()
  const based = baseOf(html, pageUrl) ?? pageUrl
  rewriteLinks(html, (link, kind) => {
    const url = link.trim()
    const base = url.startsWith('#') ? pageUrl : based
    if (kind !== 'link' || !URL.canParse(url, base)) return null
    const state = stateOfUrl(new URL(url, base).href, pageUrl, shape)
    if (state !== null && !linked.has(state)) {
      linked.set(state, { state, fragment: shape.fragmentOf(state) })
    }
    return null
  })
  return [...linked.values()]
}

function baseOf(html: string, pageUrl: string): string | undefined {
  if (!/<base\s/i.test(html)) return undefined
  const base = elementOf(html, 'base')
  const href = base && attributeOf(base, 'href')
  return href && URL.canParse(href, pageUrl) ? new URL(href, pageUrl).href : undefined
}
