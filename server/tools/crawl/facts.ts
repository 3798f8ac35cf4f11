// Reads a browser's page and its snapshot in the same way, so that differences come from the pages.

import { elementsOf, linesOf, oneLine, textOf, words } from './document.ts'
import { type Element, isHidden, parseShown } from './shown-tree.ts'

/** Addresses are absolute. */
export interface PageFacts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly canonical: string | undefined
  readonly robots: string | undefined
  readonly lang: string | undefined
  /** One block per line. */
  readonly text: string
  /** Such as `h1 Words`. */
  readonly headings: readonly string[]
  /** Text and address. */
  readonly links: readonly string[]
  /** Alternative text and address. */
  readonly images: readonly string[]
  /** JSON of the data scripts, normalized. */
  readonly data: readonly string[]
}

export function readFacts(html: string, url: string): PageFacts {
  const { childNodes } = parseShown(html)
  const head: Record<string, string> = {}
  const found = { headings: [], links: [], images: [], data: [] } as Record<string, string[]>
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) head[name] ??= value
  }
  const absolute = (address: string | undefined) => {
    const base = URL.canParse(head.base ?? '', url) ? new URL(head.base ?? '', url) : url
    return address !== undefined && URL.canParse(address, base) ? new URL(address, base).href : ''
  }
  for (const { element, inHead } of elementsOf(childNodes, false)) {
    const get = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    const { tagName } = element
    if (tagName === 'html') put('lang', get('lang'))
    else if (tagName === 'base') put('base', get('href'))
    else if (tagName === 'title' && inHead) put('title', oneLine(textOf([element])))
    else if (tagName === 'meta') {
      const name = get('name')?.toLowerCase()
      if (name === 'description' || name === 'robots') put(name, get('content'))
    } else if (tagName === 'link' && words(get('rel')).includes('canonical'))
      put('canonical', absolute(get('href')))
    else if (/^h[1-6]$/.test(tagName) && !isHidden(element))
      found.headings?.push(`${tagName} ${inner(element)}`)
    else if ((tagName === 'a' || tagName === 'area') && get('href') !== undefined)
      found.links?.push(`${inner(element)} <${absolute(get('href'))}>`)
    else if (tagName === 'img') found.images?.push(`${get('alt') ?? ''} <${absolute(get('src'))}>`)
    else if (tagName === 'script' && get('type') === 'application/ld+json')
      found.data?.push(sameJson(element))
  }
  const { title, description, canonical, robots, lang } = head
  return {
    ...{ title, description, canonical, robots, lang },
    text: linesOf(textOf(childNodes)),
    headings: found.headings ?? [],
    links: found.links ?? [],
    images: found.images ?? [],
    data: found.data ?? [],
  }
}

const inner = (element: Element): string => oneLine(textOf(element.childNodes))

function sameJson(script: Element): string {
  const text = script.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.trim()
  }
}
