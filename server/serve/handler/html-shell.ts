// Cuts the app's index.html once into the parts that all snapshots share. The renderer fills them.
// Specification, "Pages without hash fragments" (fragment tag)

import type { OwnHead } from '../../../src/dom/take-over.ts'
import { escapeHtml } from '../../../src/html.ts'
import { inFragment, type Scheme } from '../../../src/scheme.ts'
import { tagKey } from '../../html/head-tags.ts'
import { jsonScript } from '../../html/inline-scripts.ts'
import { readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
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
import { ConfigError } from '../../site/check-settings.ts'

export interface ShellContent {
  /** Default: the shell's. */
  readonly lang: string | undefined
  /** Of head tags that replace the shell's. */
  readonly headKeys: readonly string[]
  readonly head: string
  /** Those that the shell lacks go before the head's tags. */
  readonly styles: readonly string[]
  /** `<style>` elements, before the shell's style sheets. */
  readonly sheets: string
  readonly body: string
  readonly edits?: readonly Edit[] | undefined
  /** Keeps the shell's replaced tags, for the app to restore. Default: false. */
  readonly ownHead?: boolean | undefined
  /** Keeps the shell's fragment tag. Default: false. */
  readonly fragmentTag?: boolean | undefined
}

export interface Shell {
  readonly html: string
  readonly hasFragmentTag: boolean
  readonly isAdopted?: boolean
  /** @param live Keeps scripts. Default: false. */
  document(content: ShellContent, live?: boolean): string
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly put: (content: ShellContent, own: string) => string
  /** Only for documents without scripts. */
  readonly script?: boolean
  /** Only for documents with another tag of this key. */
  readonly key?: string
  readonly tag?: OwnHead['tags'][number]
}

/** @param file For messages. @throws {ConfigError} Without exactly one outlet. */
export function createShell(html: string, file = 'The shell'): Shell {
  const nodes = nodesOf(html)
  const elements = nodes.filter(isShellElement)
  const cuts = elements.flatMap((element) => cutsOf(element))
  const outlets = elements.filter(isOutlet)
  if (outlets.length === 0)
    throw new ConfigError(
      `${file} has no <hashbang-outlet>: add the line <hashbang-outlet></hashbang-outlet> to its <body>, where your pages should appear`,
    )
  if (outlets.length > 1)
    throw new ConfigError(
      `${file} has ${outlets.length} <hashbang-outlet>s: keep one; an outlet for nested routes belongs into the view around them`,
    )
  cuts.push(contentCut(outlets[0] as Element), ...headCuts(nodes, elements))
  const hasFragmentTag = elements.some(isFragmentTag)
  const root = elements.find(({ tagName }) => tagName === 'html')
  const lang = (root && attribute(root, 'lang')) ?? ''
  // The head's content may begin at the same place.
  if (root && !root.sourceCodeLocation) cuts.unshift(rootCut(root, doctypeEnd(nodes)))

  const rank = (cut: Cut) => (cut.start === cut.end ? 0 : cut.key !== undefined ? 1 : 3)
  const ranked = cuts.map((cut) => ({ ...cut, rank: rank(cut) }))
  /** Insertions before a node precede its removal. */
  const withEdits = (edits: readonly Edit[]) => {
    const more = edits.flatMap((edit) => {
      const cut = cutOf(edit, nodes, html)
      return cut ? [{ ...cut, rank: cut.start === cut.end ? 0 : 2 }] : []
    })
    return [...ranked, ...more].sort((a, b) => a.start - b.start || a.rank - b.rank)
  }

  return {
    html,
    hasFragmentTag,
    document(given, live = false) {
      let text = ''
      let from = 0
      const { edits = [], headKeys, head, ownHead } = given
      const replaced = cuts.filter(({ key }) => key !== undefined && headKeys.includes(key))
      const tags = replaced.flatMap(({ tag }) => (tag ? [tag] : []))
      const ownLang = given.lang && given.lang !== lang ? { lang } : undefined
      const isKept = ownHead && (tags.length > 0 || ownLang)
      const kept = isKept ? jsonScript('hashbang-head', { ...ownLang, tags } satisfies OwnHead) : ''
      const content = { ...given, head: head + kept }
      for (const { start, end, put, script, key } of withEdits(edits)) {
        // Already inside a cut range.
        if (start < from || (live && script)) continue
        if (key !== undefined && !content.headKeys.includes(key)) continue
        text += html.slice(from, start) + put(content, html.slice(start, end))
        from = end
      }
      return text + html.slice(from)
    },
  }
}

/**
 * Makes relative URLs work from every path, unless states are in the fragment.
 * @param pageUrl The page of the build. @throws As `createShell`.
 */
export function shellAt(
  html: string,
  file: string,
  scheme: Scheme | undefined,
  pageUrl: string,
): Shell {
  const isBuilt = scheme === undefined || inFragment(scheme)
  return createShell(isBuilt ? html : rewriteLinks(html, readableRewrite(new Map(), pageUrl)), file)
}

export const moduleScripts = (html: string): string[] =>
  nodesOf(html)
    .filter(isShellElement)
    .filter((element) => element.tagName === 'script' && attribute(element, 'type') === 'module')
    .flatMap((element) => attribute(element, 'src') ?? [])

/** Undefined if the shell's text lacks the node. */
function cutOf(
  { node, how, html: put }: Edit,
  nodes: readonly Node[],
  html: string,
): Cut | undefined {
  const range = rangeOf(nodes[node] as Node, how, nodes, html)
  return range === undefined ? undefined : { ...range, put: () => put }
}

type TextRange = Pick<Cut, 'start' | 'end'>

function rangeOf(
  node: Node,
  how: Edit['how'],
  nodes: readonly Node[],
  html: string,
): TextRange | undefined {
  const location = node.sourceCodeLocation
  const at = (offset: number | undefined) =>
    offset === undefined ? undefined : { start: offset, end: offset }
  if (how === 'whole' || how === 'before') {
    if (!location) return undefined
    const { startOffset: start, endOffset: end } = location
    return how === 'whole' ? { start, end } : at(start)
  }
  const tags = location && 'startTag' in location ? location : undefined
  if (how === 'end') return at(tags?.endTag?.startOffset ?? contentEnd(node, nodes, html))
  if (tags?.startTag) return { start: tags.startTag.startOffset, end: tags.startTag.endOffset }
  // HTML may omit these tags.
  return at(node.nodeName === 'body' ? headEnd(nodes, true) : doctypeEnd(nodes))
}

const named = (nodes: readonly Node[], name: string): Node | undefined =>
  nodes.find(({ nodeName }) => nodeName === name)

const doctypeEnd = (nodes: readonly Node[]): number =>
  named(nodes, '#documentType')?.sourceCodeLocation?.endOffset ?? 0

/** Of its content, or of its end tag. HTML may omit its tags. */
function headEnd(nodes: readonly Node[], withTag = false): number {
  const head = named(nodes, 'head') as Element
  const { startTag, endTag } = head.sourceCodeLocation ?? {}
  if (endTag) return withTag ? endTag.endOffset : endTag.startOffset
  const last = head.childNodes.findLast(({ sourceCodeLocation }) => sourceCodeLocation)
  const root = named(nodes, 'html')?.sourceCodeLocation
  const above = root && 'startTag' in root ? root.startTag?.endOffset : undefined
  return last?.sourceCodeLocation?.endOffset ?? startTag?.endOffset ?? above ?? doctypeEnd(nodes)
}

function contentEnd(node: Node, nodes: readonly Node[], html: string): number | undefined {
  if (node.nodeName !== 'body') return node.sourceCodeLocation?.endOffset
  const root = nodes.find(({ nodeName }) => nodeName === 'html')?.sourceCodeLocation
  return (root && 'endTag' in root ? root.endTag?.startOffset : undefined) ?? html.length
}

const DATA_SCRIPT = /^application\/(?:[\w.-]+\+)?json$/i

function onlyForScripts(element: Element): boolean {
  if (element.tagName === 'script') return !DATA_SCRIPT.test(attribute(element, 'type') ?? '')
  if (element.tagName === 'noscript') return true
  const rel = attribute(element, 'rel')?.toLowerCase()
  const loadsScript =
    rel === 'modulepreload' || (rel === 'preload' && attribute(element, 'as') === 'script')
  return element.tagName === 'link' && loadsScript
}

/** Content makes it useless. */
const isFallback = (element: Element): boolean =>
  element.tagName === 'noscript' && element.parentNode?.nodeName !== 'head'

function cutsOf(element: Element): Cut[] {
  const location = element.sourceCodeLocation
  if (!location) return []
  const whole = { start: location.startOffset, end: location.endOffset }
  if (isFragmentTag(element))
    return [{ ...whole, put: ({ fragmentTag }, own) => (fragmentTag ? own : '') }]
  if (onlyForScripts(element)) return [{ ...whole, put: () => '', script: !isFallback(element) }]
  if (element.tagName === 'html' && location.startTag) {
    const { startOffset: start, endOffset: end } = location.startTag
    return [{ start, end, put: ({ lang }, own) => (lang ? withLang(element, lang) : own) }]
  }
  if (!['title', 'meta', 'link'].includes(element.tagName)) return []
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
  const key = tagKey({ name: element.tagName, attributes })
  const settable = Object.entries(attributes).filter(([name]) => /^[a-z_][\w:.-]*$/.test(name))
  const tag = [element.tagName, Object.fromEntries(settable), ownText(element)] as const
  return [{ ...whole, put: () => '', key, tag }]
}

/** For a shell without the tag. */
const rootCut = (root: Element, at: number): Cut => ({
  ...{ start: at, end: at },
  put: ({ lang }) => (lang ? withLang(root, lang) : ''),
})

const withLang = (element: Element, lang: string): string => {
  const others = element.attrs.filter(({ name }) => name !== 'lang')
  return `<html${[...others, { name: 'lang', value: lang }].map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

function contentCut(outlet: Element): Cut {
  const { startTag, endTag } = outlet.sourceCodeLocation ?? {}
  if (!startTag || !endTag)
    throw new ConfigError(
      'The <hashbang-outlet> of the shell has no end tag: write <hashbang-outlet></hashbang-outlet>',
    )
  return { start: startTag.endOffset, end: endTag.startOffset, put: ({ body }) => body }
}

// Layers of shadow trees rank lowest: browsers must read them first.
function headCuts(nodes: readonly Node[], elements: readonly Element[]): Cut[] {
  const end = headEnd(nodes)
  const first = elements.find((element) => element.tagName === 'style' || isStyleSheet(element))
  const at = Math.min(first?.sourceCodeLocation?.startOffset ?? end, end)
  const linked = new Set(elements.filter(isStyleSheet).map((link) => attribute(link, 'href')))
  const links = (styles: readonly string[]) =>
    styles
      .filter((url) => !linked.has(url))
      .map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}">`)
      .join('')
  return [
    { start: at, end: at, put: ({ sheets }) => sheets },
    { start: end, end, put: ({ styles, head }) => links(styles) + head },
  ]
}

const isStyleSheet = (element: Element): boolean =>
  element.tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'stylesheet'
