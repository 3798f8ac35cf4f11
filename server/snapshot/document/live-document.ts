// Writes the live document of a page of a table as HTML: the nodes of the shell, which the app's
// file wrote, and those of its views, each of which must parse back as it is.

import { serializeOuter } from 'parse5'
import { ADOPTED_MARK } from '../../../src/sent-mark.ts'
import type { PageDocument } from '../../dom/index.ts'
import { ELEMENT, S } from '../../dom/internals.ts'
import { actsOnDocument } from '../../html/names.ts'
import { kindOf } from '../../html/nesting.ts'
import { attributeOf, isShellElement, type ShellNode } from '../../html/shell-tree.ts'
import { type Place, serializeNode, shellWriter } from '../serialize/index.ts'
import { adoptedSheets } from '../serialize/own-sheets.ts'
import { SerializeError, type SerializeOptions } from '../serialize/serialize-options.ts'
import { type ShellOptions, TOP, type Writer, type WriterPosition } from '../serialize/write.ts'
import { type LiveHead, liveHead } from './live-head.ts'
import { isFallback, isForScripts } from './shell-text.ts'

export interface LiveParts {
  readonly outlet: Element
  /** Of the outlet. */
  readonly content: string
  /** Of the route's tags. */
  readonly headKeys: readonly string[]
  /** By the page's metadata. */
  readonly canonical: string | undefined
  /** Keeps scripts of the shell. */
  readonly isTakenOver: boolean
  readonly options: SerializeOptions
}

export class LiveDocument {
  readonly head: LiveHead
  /** Nodes of views outside of the outlet, and texts of the shell that they changed. */
  readonly beside: readonly string[]
  /** For the log. */
  readonly refused: string[] = []
  readonly #start: string
  readonly #end: string

  constructor(page: PageDocument, parts: LiveParts) {
    const { root, head, body } = page
    const outlet = parts.outlet
    const beside: string[] = []
    const fileHtml = (node: Node) => specialOf(page.shellNodes.get(node), parts)
    const isOfFile: ShellOptions['isOfFile'] = (element, name, value) =>
      hasAttribute(page.shellNodes.get(element), name, value)
    const writeOwn = (node: Node, position = TOP) =>
      this.#own(node, parts.options, { position, shell: { fileHtml, isOfFile } })
    const isBeside = (node: Node) =>
      !isRaw(node) && node[S.parentNode] !== head && !isAround(node, outlet)
    const provenHtml = (node: Node, position: WriterPosition) => {
      // The outlet's content is proven, if the outlet is where HTML may be.
      if (node === outlet && !writer.enter(outlet, position).isDoubtful)
        return `${writer.tag(outlet)}${parts.content}</${outlet[S.localName]}>`
      if (node !== outlet && isFromFile(page, node)) return undefined
      const html = writeOwn(node, position)
      if (isBeside(node)) beside.push(html)
      return html
    }
    const writer: Writer = shellWriter({ fileHtml, isOfFile, provenHtml })
    const tag = (element: Element) => writer.tag(element)
    this.head = liveHead(page, parts, (node) => writer.node(node), writeOwn)
    this.#start = doctypeOf(document) + tag(root) + tag(head)
    const { inHead, inBody } = adoptedSheets(document, parts.isTakenOver ? ` ${ADOPTED_MARK}` : '')
    const content = writer.inside(body)
    this.#end = `${inHead}</head>${tag(body)}${content}${inBody}</body></html>`
    this.beside = beside
  }

  /** @param more Comes last in the head, but for adopted sheets. */
  write(sheets: string, more: string): string {
    return `${this.#start}${withSheets(this.head.shellTags, sheets)}${more}${this.#end}`
  }

  /** If the parser would move a node, the file's scripts in it are left out. */
  #own(node: Node, options: SerializeOptions, place: Place): string {
    try {
      return serializeNode(node, options, place)
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      if (error.html === undefined && place.shell)
        return this.#own(node, options, { position: place.position })
      this.refused.push(`outside of the outlet: ${error.message}`)
      return error.html ?? ''
    }
  }
}

/** Raw text is proven, as a view may have changed it, or moved the element. */
function isFromFile({ shellNodes }: PageDocument, node: Node): boolean {
  const ofShell = shellNodes.get(node)
  if (!ofShell || node[S.shadowRoot] || isRaw(node)) return false
  return !('value' in ofShell) || ofShell.value === node[S.data]
}

const isRaw = (node: Node): boolean =>
  node[S.nodeType] === ELEMENT && kindOf((node as Element)[S.localName]).isRaw

/** A view may put its outlet into an element of its own. */
function isAround(node: Node, outlet: Node): boolean {
  for (let ancestor: Node | null = outlet; ancestor; ancestor = ancestor[S.parentNode])
    if (ancestor === node) return true
  return false
}

/** Returns the file's HTML of a node that is not written as it is now. */
function specialOf(node: ShellNode | undefined, { isTakenOver }: LiveParts): string | undefined {
  if (node === undefined || !isShellElement(node)) return undefined
  if ('content' in node) return serializeOuter(node)
  if (isFallback(node)) return ''
  if (isForScripts(node)) return isTakenOver ? serializeOuter(node) : ''
  const read = (name: string) => attributeOf(node, name) ?? null
  return actsOnDocument(node.tagName, read) ? serializeOuter(node) : undefined
}

const hasAttribute = (node: ShellNode | undefined, name: string, value: string): boolean =>
  node !== undefined &&
  isShellElement(node) &&
  node.attrs.some((one) => one.name === name && one.value === value)

/** The doctype decides quirks mode, and so the layout. */
export function doctypeOf({ doctype }: Document): string {
  if (!doctype) return ''
  const [publicId, systemId] = [doctype.publicId, doctype.systemId].map((id) =>
    id === '' ? '' : ` "${id.replaceAll('"', '')}"`,
  )
  if (publicId) return `<!DOCTYPE html PUBLIC${publicId}${systemId}>`
  return systemId ? `<!DOCTYPE html SYSTEM${systemId}>` : '<!DOCTYPE html>'
}

/**
 * Layers of shadow trees rank lowest: browsers must read them before the first other sheet.
 * @param tags Of the head.
 */
export function withSheets(tags: readonly string[], sheets: string): string {
  const first = sheets === '' ? -1 : tags.findIndex((tag) => SHEET.test(tag))
  if (first < 0) return tags.join('') + sheets
  return [...tags.slice(0, first), sheets, ...tags.slice(first)].join('')
}

const SHEET = /^<(?:style\b|link\b[^>]*\brel="?stylesheet\b)/i
