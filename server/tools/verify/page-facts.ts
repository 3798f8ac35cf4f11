// Reads the facts that verify compares: those of a browser's page and of its snapshot, in one way.

import { withoutFragment } from '../../../src/url.ts'
import {
  attributeOf,
  elementsIn,
  type HtmlElement,
  oneLine,
  textContentOf,
} from '../../html/html-tree.ts'
import { HEADINGS, isHiddenElement, renderedText } from '../../html/rendering.ts'
import { factsOf, parseShown } from '../crawl/document.ts'

/** Addresses are absolute. The text has one block per line. */
export type ComparedFacts = ReturnType<typeof readFacts>

/** @param listed One form of the addresses of a state. Default: no change. */
export function readFacts(html: string, url: string, listed = (address: string) => address) {
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
  /** JSON of the data scripts, normalized. */
  const data: string[] = []
  for (const element of elementsIn(tree)) {
    const get = (name: string) => attributeOf(element, name)
    const { tagName } = element
    if (tagName === 'html') lang ??= get('lang')
    else if (HEADINGS.has(tagName) && !isHiddenElement(element)) {
      headings.push(`${tagName} ${inner(element)}`)
      places.push(...placesOf(element).map(absolute))
    } else if ((tagName === 'a' || tagName === 'area') && get('href') !== undefined)
      links.push([inner(element), absolute(get('href'))])
    else if (tagName === 'img') images.push(`${get('alt') ?? ''} <${absolute(get('src'))}>`)
    else if (tagName === 'script' && get('type') === 'application/ld+json')
      data.push(sameJson(element))
  }
  // A snapshot of an adopted app has fragments for them.
  const placed = (address: string) => {
    const place = places.find((one) => address.startsWith(one))
    return place ? `${withoutFragment(url)}#${address.slice(place.length)}` : address
  }
  return {
    title,
    description,
    robots,
    lang,
    text,
    headings,
    images,
    data,
    links: links.map(([text, address]) => `${text} <${listed(placed(address))}>`),
    canonical: canonical === undefined ? undefined : absolute(canonical),
  }
}

/** The links of a heading whose last parameter is its id, without the value. */
const placesOf = (heading: HtmlElement): string[] =>
  elementsIn(heading).flatMap((element) => {
    const href = attributeOf(element, 'href') ?? ''
    const id = attributeOf(heading, 'id')
    const [, last] = [...new URLSearchParams(href.replace(/^[^?]*/, ''))].at(-1) ?? []
    return id !== undefined && last === id ? [href.replace(/[^=]*$/, '')] : []
  })

const inner = (element: HtmlElement): string => oneLine(renderedText(element))

function sameJson(script: HtmlElement): string {
  const text = textContentOf(script)
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.trim()
  }
}
