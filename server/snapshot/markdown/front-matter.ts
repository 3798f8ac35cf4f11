// Writes a page's metadata as YAML front matter. Values are JSON strings, a part of YAML 1.2, so a
// page cannot inject YAML. https://yaml.org/spec/1.2.2/#relation-to-json

import {
  attributeOf,
  elementsIn,
  type HtmlElement,
  oneLine,
  parseTree,
  textContentOf,
} from '../../html/html-tree.ts'

export interface PageFacts {
  /** Undefined for an error. */
  readonly canonical: string | undefined
  readonly title?: string | undefined
  readonly lastModified?: Date | undefined
}

/** Names of dates: the first one present counts. */
const DATES =
  'article:published_time date dc.date dcterms.date dcterms.created dcterms.issued pubdate article:modified_time dcterms.modified last-modified og:updated_time'.split(
    ' ',
  )

const IN_DATA = ['datePublished', 'dateCreated', 'dateModified']

export function frontMatter(html: string, { canonical, title, lastModified }: PageFacts): string {
  const elements = elementsIn(parseTree(html))
  const named = new Map<string, string>()
  for (const element of elements) {
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'property')
    const content = attributeOf(element, 'content')?.trim()
    if (element.tagName !== 'meta' || name === undefined || !content) continue
    if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), content)
  }
  const titleTag = elements.find(({ tagName }) => tagName === 'title')
  const dateText = DATES.map((name) => named.get(name)).find(Boolean) ?? dateInData(elements)
  const date = isoDate(dateText) ?? lastModified?.toISOString()
  const values = {
    title: oneLine(titleTag ? textContentOf(titleTag) : '') || oneLine(title ?? ''),
    description: oneLine(named.get('description') ?? ''),
    canonical: canonical ?? '',
  }
  const lines = Object.entries(values).filter(([, value]) => value !== '')
  const texts = lines.map(([key, value]) => `${key}: ${quoted(value)}\n`)
  return `---\n${texts.join('')}${date === undefined ? '' : `date: ${date}\n`}---\n`
}

/** Escapes characters that YAML forbids or treats as line breaks. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function dateInData(elements: readonly HtmlElement[]): string | undefined {
  for (const element of elements) {
    const type = attributeOf(element, 'type')
    if (element.tagName !== 'script' || !/^application\/ld\+json$/i.test(type ?? '')) continue
    for (const thing of thingsOf(textContentOf(element))) {
      const value = IN_DATA.map((name) => thing[name]).find((value) => typeof value === 'string')
      if (value) return value as string
    }
  }
  return undefined
}

function thingsOf(json: string): Readonly<Record<string, unknown>>[] {
  try {
    const data: unknown = JSON.parse(json)
    const things = [data, (data as { '@graph'?: unknown } | null)?.['@graph']].flat()
    return things.filter((one) => typeof one === 'object' && one !== null) as Record<
      string,
      unknown
    >[]
  } catch {
    return []
  }
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Unquoted: YAML has dates. */
function isoDate(text = ''): string | undefined {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return undefined
  return ISO.test(text) ? text : new Date(time).toISOString()
}
