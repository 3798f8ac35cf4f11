// Cuts the app's index.html once a worker into the parts that all snapshots share. A page fills
// them. Specification, "Pages without hash fragments" (fragment tag)

import type { OwnHead } from '../../../src/dom/take-over.ts'
import { escapeHtml } from '../../../src/html.ts'
import { tagKey } from '../../html/head-tags.ts'
import { jsonScript } from '../../html/inline-scripts.ts'
import {
  attributeOf as attribute,
  type Edit,
  type ShellElement as Element,
  isFragmentTag,
  isOutlet,
  isShellElement,
  type ShellNode as Node,
  nodesOf,
  ownText,
} from '../../html/shell-tree.ts'

export interface ShellContent {
  /** Default: the shell's. */
  readonly lang: string | undefined
  /** Of head tags that replace the shell's. */
  readonly headKeys: ReadonlySet<string>
  readonly head: string
  /** Those that the shell lacks go before the head's tags. */
  readonly styles: readonly string[]
  /** `<style>` elements, before the shell's style sheets. */
  readonly sheets: string
  readonly body: string
  readonly edits: readonly Edit[]
  /** Keeps scripts, and the shell's replaced tags, for the app to restore. */
  readonly isTakenOver: boolean
  /** Keeps the shell's fragment tag: only a page without a fragment may have it. */
  readonly fragmentTag: boolean
}

/** Insertions come before tags that the head replaces, then changes of the page, then the rest. */
type Rank = 0 | 1 | 2 | 3

interface Hole {
  readonly start: number
  readonly end: number
  readonly rank: Rank
  /** @returns Undefined: it stays as it is. */
  fill(content: ShellContent): string | undefined
}

/** A tag of the shell that a page may replace. */
interface KeyedTag {
  readonly key: string
  readonly tag: OwnHead['tags'][number]
}

export class ShellText {
  readonly #html: string
  readonly #nodes: readonly Node[]
  readonly #holes: readonly Hole[]
  readonly #keyed: readonly KeyedTag[]
  readonly #lang: string

  /** @param html All tags of `html`, `head` and `body` are written, and one outlet. */
  constructor(html: string) {
    const nodes = nodesOf(html)
    const elements = nodes.filter(isShellElement)
    const keyed = elements.filter(isSettable).map((element) => ({ ...keyedTag(element), element }))
    this.#html = html
    this.#nodes = nodes
    this.#keyed = keyed
    this.#lang = attribute(named(nodes, 'html'), 'lang') ?? ''
    this.#holes = [
      ...elements.flatMap(ownHole),
      ...keyed.map(({ key, element }) =>
        whole(element, 1, ({ headKeys }) => (headKeys.has(key) ? '' : undefined)),
      ),
      ...headHoles(nodes, elements),
    ].sort(inOrder)
  }

  write(content: ShellContent): string {
    const filled = { ...content, head: content.head + this.#ownHead(content) }
    let text = ''
    let from = 0
    for (const { start, end, fill } of this.#holesWith(content.edits)) {
      // Inside a range that was replaced.
      if (start < from) continue
      const put = fill(filled)
      if (put === undefined) continue
      text += this.#html.slice(from, start) + put
      from = end
    }
    return text + this.#html.slice(from)
  }

  #holesWith(edits: readonly Edit[]): readonly Hole[] {
    if (edits.length === 0) return this.#holes
    const changes = edits.flatMap((edit) => this.#holeOf(edit) ?? [])
    return [...this.#holes, ...changes].sort(inOrder)
  }

  /** The shell's own tags, as data: the app sets them again. */
  #ownHead({ isTakenOver, headKeys, lang }: ShellContent): string {
    if (!isTakenOver) return ''
    const tags = this.#keyed.filter(({ key }) => headKeys.has(key)).map(({ tag }) => tag)
    const own = lang ? { lang: this.#lang } : undefined
    if (tags.length === 0 && !own) return ''
    return jsonScript('hashbang-head', { ...own, tags } satisfies OwnHead)
  }

  /** Undefined if the shell's text lacks the node. */
  #holeOf({ node, how, html }: Edit): Hole | undefined {
    const at = (this.#nodes[node] as Node).sourceCodeLocation
    if (!at) return undefined
    const tags = 'startTag' in at ? at : undefined
    if (how === 'whole') return hole(at.startOffset, at.endOffset, 2, () => html)
    if (how === 'before') return hole(at.startOffset, at.startOffset, 0, () => html)
    if (how === 'tag') {
      const { startOffset = 0, endOffset = 0 } = tags?.startTag ?? {}
      return hole(startOffset, endOffset, 2, () => html)
    }
    const end = tags?.endTag?.startOffset ?? at.endOffset
    return hole(end, end, 0, () => html)
  }
}

const inOrder = (a: Hole, b: Hole): number => a.start - b.start || a.rank - b.rank

const hole = (start: number, end: number, rank: Rank, fill: Hole['fill']): Hole => ({
  ...{ start, end, rank, fill },
})

function whole(element: Element, rank: Rank, fill: Hole['fill']): Hole {
  const { startOffset = 0, endOffset = 0 } = element.sourceCodeLocation ?? {}
  return hole(startOffset, endOffset, rank, fill)
}

const named = (nodes: readonly Node[], name: string): Element =>
  nodes.find(({ nodeName }) => nodeName === name) as Element

const DATA_SCRIPT = /^application\/(?:[\w.-]+\+)?json$/i

function onlyForScripts(element: Element): boolean {
  if (element.tagName === 'script') return !DATA_SCRIPT.test(attribute(element, 'type') ?? '')
  const rel = attribute(element, 'rel')?.toLowerCase()
  const loadsScript =
    rel === 'modulepreload' || (rel === 'preload' && attribute(element, 'as') === 'script')
  return element.tagName === 'link' && loadsScript
}

const isSettable = (element: Element): boolean =>
  ['title', 'meta', 'link'].includes(element.tagName) &&
  element.sourceCodeLocation != null &&
  !isFragmentTag(element) &&
  !onlyForScripts(element)

function keyedTag(element: Element): KeyedTag {
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
  const settable = Object.entries(attributes).filter(([name]) => /^[a-z_][\w:.-]*$/.test(name))
  return {
    key: tagKey({ name: element.tagName, attributes }),
    tag: [element.tagName, Object.fromEntries(settable), ownText(element)],
  }
}

function ownHole(element: Element): Hole[] {
  const { tagName, sourceCodeLocation: at } = element
  if (!at) return []
  if (isFragmentTag(element))
    return [whole(element, 3, ({ fragmentTag }) => (fragmentTag ? undefined : ''))]
  // The content makes a fallback useless.
  if (tagName === 'noscript' && element.parentNode?.nodeName !== 'head')
    return [whole(element, 3, () => '')]
  if (tagName === 'noscript' || onlyForScripts(element))
    return [whole(element, 3, ({ isTakenOver }) => (isTakenOver ? undefined : ''))]
  const { startTag, endTag } = at
  if (tagName === 'html' && startTag)
    return [
      hole(startTag.startOffset, startTag.endOffset, 3, ({ lang }) =>
        lang ? withLang(element, lang) : undefined,
      ),
    ]
  if (isOutlet(element) && startTag && endTag)
    return [hole(startTag.endOffset, endTag.startOffset, 3, ({ body }) => body)]
  return []
}

const withLang = (element: Element, lang: string): string => {
  const others = element.attrs.filter(({ name }) => name !== 'lang')
  return `<html${[...others, { name: 'lang', value: lang }].map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

// Layers of shadow trees rank lowest: browsers must read them first.
function headHoles(nodes: readonly Node[], elements: readonly Element[]): Hole[] {
  const end = named(nodes, 'head').sourceCodeLocation?.endTag?.startOffset ?? 0
  const first = elements.find((element) => element.tagName === 'style' || isStyleSheet(element))
  const at = Math.min(first?.sourceCodeLocation?.startOffset ?? end, end)
  const linked = new Set(elements.filter(isStyleSheet).map((link) => attribute(link, 'href')))
  const links = (styles: readonly string[]) =>
    styles
      .filter((url) => !linked.has(url))
      .map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}">`)
      .join('')
  return [
    hole(at, at, 0, ({ sheets }) => sheets),
    hole(end, end, 0, ({ styles, head }) => links(styles) + head),
  ]
}

const isStyleSheet = (element: Element): boolean =>
  element.tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'stylesheet'
