// What a page says of itself, as YAML before its Markdown. In: the head of a page as HTML, and what else is known of it. Out: lines
// between two `---`, each a key and a value that can be no more than a value, whatever it says: text is written as JSON, which YAML 1.2
// has as a part of it. https://yaml.org/spec/1.2.2/#relation-to-json

import { attributeOf, isElement, nodesOf, type ShellElement } from '../html/shell-tree.ts'

/** What is known of a page beside its head. */
export interface PageFacts {
  readonly canonical: string
  /** For a page that says none in its head. */
  readonly title?: string | undefined
  /** As its route has it. */
  readonly lastModified?: Date | undefined
}

/** What says when a page was published or changed: the first that is there. */
const DATES = [
  ...['article:published_time', 'date', 'dc.date', 'dcterms.date', 'dcterms.created'],
  ...['dcterms.issued', 'pubdate', 'article:modified_time', 'dcterms.modified', 'last-modified'],
  ...['og:updated_time'],
]

const IN_DATA = ['datePublished', 'dateCreated', 'dateModified']

/** Writes it. @param html Of the head, with the data that it links. */
export function frontMatter(html: string, { canonical, title, lastModified }: PageFacts): string {
  const elements = nodesOf(html).filter(isElement)
  const named = new Map<string, string>()
  for (const element of elements) {
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'property')
    const content = attributeOf(element, 'content')?.trim()
    if (element.tagName !== 'meta' || name === undefined || !content) continue
    if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), content)
  }
  const own = elements.find(({ tagName }) => tagName === 'title')
  const said = DATES.map((name) => named.get(name)).find(Boolean) ?? dateInData(elements)
  const date = isoDate(said) ?? lastModified?.toISOString()
  const values = {
    title: line(own ? textOf(own) : '') || line(title ?? ''),
    description: line(named.get('description') ?? ''),
    canonical,
  }
  const lines = Object.entries(values).filter(([, value]) => value !== '')
  const texts = lines.map(([key, value]) => `${key}: ${quoted(value)}\n`)
  return `---\n${texts.join('')}${date === undefined ? '' : `date: ${date}\n`}---\n`
}

const textOf = ({ childNodes }: ShellElement): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('')

/** As a title is shown: in one line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A text in quotes; signs that YAML may not hold, or takes for the end of a line, as escapes. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function dateInData(elements: readonly ShellElement[]): string | undefined {
  for (const element of elements) {
    const type = attributeOf(element, 'type')
    if (element.tagName !== 'script' || !/^application\/ld\+json$/i.test(type ?? '')) continue
    for (const thing of thingsOf(textOf(element))) {
      const said = IN_DATA.map((name) => thing[name]).find((value) => typeof value === 'string')
      if (said) return said as string
    }
  }
  return undefined
}

/** The things that linked data is about. */
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

/** A date as ISO 8601 has it, in no quotes: YAML has dates. */
function isoDate(said = ''): string | undefined {
  const at = Date.parse(said)
  if (Number.isNaN(at)) return undefined
  return ISO.test(said) ? said : new Date(at).toISOString()
}
