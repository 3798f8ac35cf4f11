// Cuts the app's index.html once a worker into the parts that all snapshots share. A page of text
// fills them. Specification, "Pages without hash fragments" (fragment tag)

import { serializeOuter } from 'parse5'
import type { OwnHead } from '../../../src/dom/restore-shell.ts'
import { escapeHtml } from '../../../src/html.ts'
import { OWN_HEAD } from '../../../src/sent-mark.ts'
import { CANONICAL, shellKey } from '../../html/head-tags.ts'
import { jsonScript } from '../../html/inline-scripts.ts'
import { kindOf } from '../../html/nesting.ts'
import {
  attributeOf,
  isFragmentTag,
  isOutlet,
  isShellElement,
  nodesOf,
  ownText,
  type ShellElement,
} from '../../html/shell-tree.ts'

export interface ShellContent {
  /** Default: the shell's. */
  readonly lang: string | undefined
  /** Of tags of the shell that the head replaces. */
  readonly headKeys: ReadonlySet<string>
  /** Comes last in the head. */
  readonly head: string
  readonly body: string
  /** Keeps scripts. */
  readonly isTakenOver: boolean
  /** Keeps the shell's fragment tag: only a page without a fragment may have it. */
  readonly fragmentTag: boolean
}

interface Hole {
  readonly start: number
  readonly end: number
  /** @returns Undefined: it stays as it is. */
  fill(content: ShellContent): string | undefined
}

/** A tag that a page may replace. */
interface KeyedTag {
  readonly key: string
  readonly tag: OwnHead['tags'][number]
}

export class ShellText {
  readonly lang: string | undefined
  /** The canonical link of the file, which is no page's. */
  readonly canonical: string | undefined
  /** Empty: the shell has none. */
  readonly fragmentTag: string
  /** Whether the outlet is in an element that some content would end, such as a paragraph. */
  readonly isOutletDoubtful: boolean
  readonly #html: string
  readonly #holes: readonly Hole[]
  readonly #keyed: readonly KeyedTag[]
  readonly #linked: ReadonlySet<string | undefined>

  /** @param html With one outlet, and with all tags of `html`, `head` and `body`. */
  constructor(html: string) {
    const elements = nodesOf(html).filter(isShellElement)
    const root = elements.find(({ tagName }) => tagName === 'html')
    const fragmentTag = elements.find(isFragmentTag)
    this.#html = html
    this.lang = (root && attributeOf(root, 'lang')) || undefined
    this.fragmentTag = fragmentTag ? serializeOuter(fragmentTag) : ''
    this.isOutletDoubtful = elements.some(
      (element) => isOutlet(element) && elementsAround(element).some(endsEarly),
    )
    this.#keyed = elements.flatMap(keyedTag)
    const canonical = this.#keyed.find(({ key }) => key === CANONICAL)
    this.canonical = canonical?.tag[1].find(([name]) => name === 'href')?.[1]
    const sheets = elements.filter(isStyleSheet)
    this.#linked = new Set(sheets.map((link) => attributeOf(link, 'href')))
    this.#holes = elements.flatMap(holeOf).sort((a, b) => a.start - b.start)
  }

  /** @returns Those that the shell lacks, as HTML. @param styles URLs of style sheets. */
  styleLinks(styles: readonly string[]): string {
    const missing = styles.filter((url) => !this.#linked.has(url))
    return missing.map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}">`).join('')
  }

  /**
   * The tags that a page replaces, as data: the app sets them again.
   * @param lang The page's, if it differs. Empty: a view has removed it.
   */
  ownHead(keys: ReadonlySet<string>, lang: string | undefined): string {
    const tags = this.#keyed.filter(({ key }) => keys.has(key)).map(({ tag }) => tag)
    if (tags.length === 0 && lang === undefined) return ''
    const ownLang = lang === undefined ? undefined : { lang: this.lang ?? '' }
    return jsonScript(OWN_HEAD, { ...ownLang, tags } satisfies OwnHead)
  }

  write(content: ShellContent): string {
    let html = ''
    let from = 0
    for (const { start, end, fill } of this.#holes) {
      // Inside a range that was replaced.
      if (start < from) continue
      const put = fill(content)
      if (put === undefined) continue
      html += this.#html.slice(from, start) + put
      from = end
    }
    return html + this.#html.slice(from)
  }
}

const endsEarly = ({ tagName }: ShellElement): boolean => kindOf(tagName).opens !== 0

function elementsAround({ parentNode: parent }: ShellElement): ShellElement[] {
  return parent && 'tagName' in parent ? [parent, ...elementsAround(parent)] : []
}

const isStyleSheet = (element: ShellElement): boolean =>
  element.tagName === 'link' && attributeOf(element, 'rel')?.toLowerCase() === 'stylesheet'

function keyedTag(element: ShellElement): KeyedTag[] {
  const key = isFragmentTag(element) || isForScripts(element) ? undefined : shellKey(element)
  if (key === undefined) return []
  const settable = element.attrs.flatMap(({ name, value }) =>
    /^[a-z_][\w:.-]*$/.test(name) ? [[name, value] as const] : [],
  )
  return [{ key, tag: [element.tagName, settable, ownText(element)] }]
}

function holeOf(element: ShellElement): Hole[] {
  const { tagName, sourceCodeLocation: location } = element
  if (!location) return []
  const { startOffset: start, endOffset: end, startTag, endTag } = location
  const whole = (fill: Hole['fill']): Hole[] => [{ start, end, fill }]
  if (isFragmentTag(element)) return whole(({ fragmentTag }) => (fragmentTag ? undefined : ''))
  if (isFallback(element)) return whole(() => '')
  if (isForScripts(element)) return whole(({ isTakenOver }) => (isTakenOver ? undefined : ''))
  const key = shellKey(element)
  if (key !== undefined) return whole(({ headKeys }) => (headKeys.has(key) ? '' : undefined))
  if (!startTag || !endTag) return []
  if (tagName === 'html')
    return [
      {
        start: startTag.startOffset,
        end: startTag.endOffset,
        fill: ({ lang }) => (lang ? withLang(element, lang) : undefined),
      },
    ]
  const last = { start: endTag.startOffset, end: endTag.startOffset }
  if (tagName === 'head') return [{ ...last, fill: ({ head }) => head }]
  if (!isOutlet(element)) return []
  return [{ start: startTag.endOffset, end: endTag.startOffset, fill: ({ body }) => body }]
}

const DATA_SCRIPT = /^application\/(?:[\w.-]+\+)?json$/i

/** Whether it is of use only where scripts run. */
export function isForScripts(element: ShellElement): boolean {
  const { tagName } = element
  if (tagName === 'script') return !DATA_SCRIPT.test(attributeOf(element, 'type') ?? '')
  if (tagName === 'noscript') return true
  const rel = attributeOf(element, 'rel')?.toLowerCase()
  const loadsScript =
    rel === 'modulepreload' || (rel === 'preload' && attributeOf(element, 'as') === 'script')
  return tagName === 'link' && loadsScript
}

/** The page's content takes its place. */
export const isFallback = ({ tagName, parentNode }: ShellElement): boolean =>
  tagName === 'noscript' && parentNode?.nodeName !== 'head'

const withLang = (element: ShellElement, lang: string): string => {
  const others = element.attrs.filter(({ name }) => name !== 'lang')
  return `<html${[...others, { name: 'lang', value: lang }].map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}
