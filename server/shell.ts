// The app's index.html, cut once into what every snapshot of it shares, and put together for each.
// In: the built shell; a page's head and content as HTML. Out: a whole document without scripts, without
// the fragment tag, without what only scripts need. Parsed by the HTML standard's rules, never by RegExp.
//
// Specification, "Pages without hash fragments": the fragment tag may only be in pages without fragments.

import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { escapeHtml } from '../src/html.ts'
import { ConfigError } from './config/settings.ts'
import { tagKey } from './head.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/** What goes into a shell. */
export interface ShellContent {
  /** Default: the language of the shell. */
  readonly lang: string | undefined
  /** The keys of the head's tags: the shell's own tags of these keys are left out. */
  readonly headKeys: readonly string[]
  readonly head: string
  readonly body: string
}

/** A shell that documents are made from. */
export interface Shell {
  /** The shell itself: the app. */
  readonly html: string
  readonly hasFragmentTag: boolean
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
}

/**
 * Cuts a shell.
 *
 * @throws {ConfigError} When it has no `<hashbang-outlet>`, or more than one: there is no place for content.
 */
export function createShell(html: string): Shell {
  const document = parse(html, { sourceCodeLocationInfo: true })
  const elements = [...descendants(document.childNodes)]
  const cuts = elements.flatMap((element) => cutsOf(element))
  const outlets = elements.filter((element) => element.tagName === 'hashbang-outlet')
  if (outlets.length !== 1) {
    throw new ConfigError(`The shell must have one <hashbang-outlet>, and has ${outlets.length}`)
  }
  cuts.push(contentCut(outlets[0] as Element), headCut(elements))
  cuts.sort((a, b) => a.start - b.start)
  const hasFragmentTag = elements.some(isFragmentTag)

  return {
    html,
    hasFragmentTag,
    document(content, live = false) {
      let text = ''
      let from = 0
      for (const { start, end, put, script } of cuts) {
        // What lies inside something that was cut has gone with it.
        if (start < from || (live && script)) continue
        text += html.slice(from, start) + put(content, html.slice(start, end))
        from = end
      }
      return text + html.slice(from)
    },
  }
}

function* descendants(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    yield node
    yield* descendants(node.childNodes)
  }
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value

const isFragmentTag = (element: Element): boolean =>
  element.tagName === 'meta' && attribute(element, 'name') === 'fragment'

const DATA_SCRIPT = /^application\/(?:[\w.-]+\+)?json$/i

function onlyForScripts(element: Element): boolean {
  if (element.tagName === 'script') return !DATA_SCRIPT.test(attribute(element, 'type') ?? '')
  if (element.tagName === 'noscript') return true
  const rel = attribute(element, 'rel')?.toLowerCase()
  const loadsScript =
    rel === 'modulepreload' || (rel === 'preload' && attribute(element, 'as') === 'script')
  return element.tagName === 'link' && loadsScript
}

function cutsOf(element: Element): Cut[] {
  const location = element.sourceCodeLocation
  if (!location) return []
  const whole = { start: location.startOffset, end: location.endOffset }
  if (isFragmentTag(element)) return [{ ...whole, put: () => '' }]
  if (onlyForScripts(element)) return [{ ...whole, put: () => '', script: true }]
  if (element.tagName === 'html' && location.startTag) {
    const { startOffset: start, endOffset: end } = location.startTag
    return [{ start, end, put: ({ lang }, own) => (lang ? withLang(element, lang) : own) }]
  }
  if (!['title', 'meta', 'link'].includes(element.tagName)) return []
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
  const key = tagKey({ name: element.tagName, attributes })
  return [{ ...whole, put: ({ headKeys }, own) => (headKeys.includes(key) ? '' : own) }]
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

function headCut(elements: readonly Element[]): Cut {
  const head = elements.find((element) => element.tagName === 'head')
  const end = head?.sourceCodeLocation?.endTag?.startOffset
  if (end === undefined) throw new ConfigError('The shell must have a <head> with its end tag')
  return { start: end, end, put: (content) => content.head }
}
