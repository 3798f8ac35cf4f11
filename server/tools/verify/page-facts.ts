// Reads the facts that verify compares: those of a browser's page and of its snapshot, in one way.

import { withoutFragment } from '../../../src/url.ts'
import {
  type CrawledElement,
  elementsOf,
  factsOf,
  isHiddenElement,
  nodesText,
  oneLine,
  parseShown,
} from '../crawl/document.ts'

/** Addresses are absolute. */
export interface ComparedFacts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly canonical: string | undefined
  readonly robots: string | undefined
  readonly lang: string | undefined
  /** One block per line. */
  readonly text: string
  readonly headings: readonly string[]
  readonly links: readonly string[]
  readonly images: readonly string[]
  /** JSON of the data scripts, normalized. */
  readonly data: readonly string[]
}

export function readFacts(html: string, url: string): ComparedFacts {
  const tree = parseShown(html)
  const { title, description, canonical, robots, base, text } = factsOf(tree)
  const from = URL.canParse(base ?? '', url) ? new URL(base ?? '', url) : url
  const absolute = (address: string | undefined) =>
    address !== undefined && URL.canParse(address, from) ? new URL(address, from).href : ''
  let lang: string | undefined
  const headings: string[] = []
  const links: (readonly [text: string, address: string])[] = []
  const places: string[] = []
  const images: string[] = []
  const data: string[] = []
  for (const { element } of elementsOf(tree.childNodes, false)) {
    const get = (name: string) => element.attrs.find((attr) => attr.name === name)?.value
    const { tagName } = element
    if (tagName === 'html') lang ??= get('lang')
    else if (/^h[1-6]$/.test(tagName) && !isHiddenElement(element)) {
      headings.push(`${tagName} ${inner(element)}`)
      places.push(...placesOf(element).map(absolute))
    } else if ((tagName === 'a' || tagName === 'area') && get('href') !== undefined)
      links.push([inner(element), absolute(get('href'))])
    else if (tagName === 'img') images.push(`${get('alt') ?? ''} <${absolute(get('src'))}>`)
    else if (tagName === 'script' && get('type') === 'application/ld+json')
      data.push(sameJson(element))
  }
  // A snapshot of an adopted app has fragments for them.
  const listed = (address: string) => {
    const place = places.find((one) => address.startsWith(one))
    return place ? `${withoutFragment(url)}#${address.slice(place.length)}` : address
  }
  return {
    ...{ title, description, robots, lang, text, headings, images, data },
    links: links.map(([text, address]) => `${text} <${listed(address)}>`),
    canonical: canonical === undefined ? undefined : absolute(canonical),
  }
}

/** The links of a heading whose last parameter is its id, without the value. */
const placesOf = (heading: CrawledElement): string[] =>
  [...elementsOf(heading.childNodes, false)].flatMap(({ element }) => {
    const href = element.attrs.find(({ name }) => name === 'href')?.value ?? ''
    const id = heading.attrs.find(({ name }) => name === 'id')?.value
    const [, last] = [...new URLSearchParams(href.replace(/^[^?]*/, ''))].at(-1) ?? []
    return id !== undefined && last === id ? [href.replace(/[^=]*$/, '')] : []
  })

const inner = (element: CrawledElement): string => oneLine(nodesText(element.childNodes))

function sameJson(script: CrawledElement): string {
  const text = script.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.trim()
  }
}
