// The app's index.html, cut once into what every snapshot of it shares, and put together for each.
// In: the built shell; a page's head and content as HTML. Out: a whole document without scripts, without
// the fragment tag, without what only scripts need. Parsed by the HTML standard's rules, never by RegExp.
//
// Specification, "Pages without hash fragments": the fragment tag may only be in pages without fragments.

import { escapeHtml } from '../../src/html.ts'
import { tagKey } from '../html/head-tags.ts'
import {
  attributeOf as attribute,
  type Edit,
  type ShellElement as Element,
  isElement,
  isFragmentTag,
  isOutlet,
  type ShellNode as Node,
  nodesOf,
} from '../html/shell-tree.ts'
import { ConfigError } from '../site/settings.ts'

/** What goes into a shell. */
export interface ShellContent {
  /** Default: the language of the shell. */
  readonly lang: string | undefined
  /** The keys of the head's tags: the shell's own tags of these keys are left out. */
  readonly headKeys: readonly string[]
  readonly head: string
  /** URLs of style sheets: those that the shell does not link itself are linked before the head's tags. */
  readonly styles: readonly string[]
  /** `<style>` elements: they come before every style sheet of the shell. */
  readonly sheets: string
  readonly body: string
  /** What else is changed of the shell. Default: nothing. */
  readonly edits?: readonly Edit[] | undefined
  /** Whether the shell's tags that the page's replace come along, inert, for the app to put back. Default: false. */
  readonly ownHead?: boolean | undefined
  /** Whether the document keeps the shell's fragment tag. Default: false. */
  readonly fragmentTag?: boolean | undefined
}

/** A shell that documents are made from. */
export interface Shell {
  /** The shell itself: the app. */
  readonly html: string
  readonly hasFragmentTag: boolean
  /** Whether it is of an app that is served as it is. Default: false. */
  readonly isAdopted?: boolean
  /** Gives the snapshot document. @param live Keep what scripts need. Default: false. */
  document(content: ShellContent, live?: boolean): string
}

// A stretch of the shell that documents do not take over as it is.
interface Cut {
  readonly start: number
  readonly end: number
  readonly put: (content: ShellContent, own: string) => string
  /** Whether it is only cut where nothing may run. */
  readonly script?: boolean
  /** It is only cut for a document that has another tag of this key. */
  readonly key?: string
}

/**
 * Cuts a shell.
 *
 * @param file What messages call it.
 *
 * @throws {ConfigError} When it has no `<hashbang-outlet>`, or more than one: there is no place for content.
 */
export function createShell(html: string, file = 'The shell'): Shell {
  const nodes = nodesOf(html)
  const elements = nodes.filter(isElement)
  const cuts = elements.flatMap((element) => cutsOf(element))
  const outlets = elements.filter(isOutlet)
  if (outlets.length === 0)
    throw new ConfigError(
      `${file} has no <hashbang-outlet>: add the line <hashbang-outlet></hashbang-outlet> to its <body>, where the pages are to be shown`,
    )
  if (outlets.length > 1)
    throw new ConfigError(
      `${file} has ${outlets.length} <hashbang-outlet>s: keep one, and put those for nested routes into the views around them`,
    )
  cuts.push(contentCut(outlets[0] as Element), ...headCuts(elements))
  cuts.sort((a, b) => a.start - b.start || a.end - b.end)
  const hasFragmentTag = elements.some(isFragmentTag)
  const root = elements.find(({ tagName }) => tagName === 'html')
  const lang = (root && attribute(root, 'lang')) ?? ''

  /** The cuts of a document, in their order; what is put before a node comes first, then what leaves it out. */
  const edited = (edits: readonly Edit[]): Cut[] => {
    const rank = (cut: Cut) => (cut.start === cut.end ? 0 : cut.key !== undefined ? 1 : 3)
    const ranked = [
      ...cuts.map((cut) => ({ ...cut, rank: rank(cut) })),
      ...edits.flatMap((edit) => {
        const cut = cutOf(edit, nodes, html)
        return cut ? [{ ...cut, rank: cut.start === cut.end ? 0 : 2 }] : []
      }),
    ]
    return ranked.sort((a, b) => a.start - b.start || a.rank - b.rank)
  }

  return {
    html,
    hasFragmentTag,
    document(given, live = false) {
      let text = ''
      let from = 0
      const { edits = [], headKeys, head, ownHead } = given
      const replaced = cuts.filter(({ key }) => key !== undefined && headKeys.includes(key))
      const own = replaced.map(({ start, end }) => html.slice(start, end)).join('')
      const ownLang = given.lang && given.lang !== lang ? ` lang="${escapeHtml(lang)}"` : ''
      const isKept = ownHead && own + ownLang !== ''
      const kept = isKept ? `<template id="hashbang-head"${ownLang}>${own}</template>` : ''
      const content = { ...given, head: head + kept }
      for (const { start, end, put, script, key } of edits.length > 0 ? edited(edits) : cuts) {
        // What lies inside something that was cut has gone with it.
        if (start < from || (live && script)) continue
        if (key !== undefined && !content.headKeys.includes(key)) continue
        text += html.slice(from, start) + put(content, html.slice(start, end))
        from = end
      }
      return text + html.slice(from)
    },
  }
}

/** Lists what the module scripts of a shell have as `src`. */
export const moduleScripts = (html: string): string[] =>
  nodesOf(html)
    .filter(isElement)
    .filter((element) => element.tagName === 'script' && attribute(element, 'type') === 'module')
    .flatMap((element) => attribute(element, 'src') ?? [])

/** Where an edit goes; undefined where the shell's text has no such place. */
function cutOf(
  { node, how, html: put }: Edit,
  nodes: readonly Node[],
  html: string,
): Cut | undefined {
  const one = nodes[node] as Node
  const place = placeOf(one, how, nodes, html)
  return place === undefined ? undefined : { ...place, put: () => put }
}

type Stretch = Pick<Cut, 'start' | 'end'>

function placeOf(
  node: Node,
  how: Edit['how'],
  nodes: readonly Node[],
  html: string,
): Stretch | undefined {
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
  // HTML may leave these tags out: they come before what is in them.
  const before = node.nodeName === 'body' ? 'head' : '#documentType'
  return at(nodes.find(({ nodeName }) => nodeName === before)?.sourceCodeLocation?.endOffset ?? 0)
}

/** Where the content of an element ends that has no end tag: a body may do without, and ends before what ends the page. */
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

/** What stands in for the content where no script runs: a document with the content has no use for it. */
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
  return [{ ...whole, put: () => '', key }]
}

const withLang = (element: Element, lang: string): string => {
  const others = element.attrs.filter(({ name }) => name !== 'lang')
  return `<html${[...others, { name: 'lang', value: lang }].map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

// A comment must not come into a snapshot's text either, but it hides nothing: left where it is.
function contentCut(outlet: Element): Cut {
  const { startTag, endTag } = outlet.sourceCodeLocation ?? {}
  if (!startTag || !endTag)
    throw new ConfigError('The <hashbang-outlet> of the shell must have its end tag')
  return { start: startTag.endOffset, end: endTag.startOffset, put: ({ body }) => body }
}

// Layers of shadow trees are below all others, so they must be the first that a browser reads.
function headCuts(elements: readonly Element[]): Cut[] {
  const head = elements.find((element) => element.tagName === 'head')
  const end = head?.sourceCodeLocation?.endTag?.startOffset
  if (end === undefined) throw new ConfigError('The shell must have a <head> with its end tag')
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
