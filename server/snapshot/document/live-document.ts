// Writes the live document of a page of a table as HTML: the nodes of the shell, which the app's
// file wrote, and those of its views, each of which must parse back as it is.

import { serializeOuter } from 'parse5'
import type { PageDocument } from '../../dom/index.ts'
import { type InnerElement, type InnerNode, inner, S } from '../../dom/internals.ts'
import { actsOnDocument } from '../../html/names.ts'
import { attributeOf, isShellElement, type ShellNode } from '../../html/shell-tree.ts'
import { serializeNode, serializeTag, shellWriter } from '../serialize/index.ts'
import { SerializeError, type SerializeOptions } from '../serialize/serialize-options.ts'
import { type LiveHead, liveHead } from './live-head.ts'
import { isFallback, isForScripts } from './shell-text.ts'

export interface LiveParts {
  readonly outlet: Element
  /** Of the outlet. */
  readonly content: string
  /** Of the route's tags. */
  readonly headKeys: readonly string[]
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
  readonly #body: string

  constructor(page: PageDocument, parts: LiveParts) {
    const beside: string[] = []
    const given = new Map<InnerNode, string>()
    const { root, head, body } = page
    const own = (node: InnerNode) => this.#own(node, parts.options)
    const around = ancestorsOf(inner<InnerNode>(parts.outlet))
    const walk = (parent: InnerNode) => {
      for (const node of parent[S.nodeArray]) {
        const ofShell = page.shellNodes.get(node)
        const special = specialOf(ofShell, parts)
        if (special !== undefined) given.set(node, special)
        else if (ofShell === page.plan.outlet) given.set(node, outletHtml(parts))
        else if (ofShell === undefined || node[S.shadowRoot]) {
          const html = own(node)
          given.set(node, html)
          if (!around.has(node)) beside.push(html)
        } else if (!isShellElement(ofShell)) {
          if ('value' in ofShell && ofShell.value !== node[S.data]) beside.push(own(node))
        } else walk(node)
      }
    }
    for (const node of inner<InnerNode>(head)[S.nodeArray]) {
      const special = specialOf(page.shellNodes.get(node), parts)
      if (special !== undefined) given.set(node, special)
    }
    walk(inner(body))
    const writer = shellWriter({
      given,
      isOfFile: (element, name, value) => hasAttribute(page.shellNodes.get(element), name, value),
    })
    const write = (node: InnerNode) => writer.node(node)
    const tag = (element: Element) => writer.tag(inner<InnerElement>(element))
    this.head = liveHead(page, parts.headKeys, write, own)
    this.beside = beside
    this.#start = doctypeOf(document) + tag(root) + tag(head)
    this.#body = `${tag(body)}${writer.inside(inner<InnerElement>(body))}</body></html>`
  }

  /** @param more Comes last in the head. */
  write(sheets: string, more: string): string {
    return `${this.#start}${withSheets(this.head.shell, sheets)}${more}</head>${this.#body}`
  }

  #own(node: InnerNode, options: SerializeOptions): string {
    try {
      return serializeNode(node as unknown as Node, options)
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      this.refused.push(`outside of the outlet: ${error.message}`)
      return error.html ?? ''
    }
  }
}

/** A view may put its outlet into an element of its own, which is written as a whole. */
function ancestorsOf(node: InnerNode): ReadonlySet<InnerNode> {
  const ancestors = new Set<InnerNode>()
  for (let at = node[S.parentNode]; at; at = at[S.parentNode]) ancestors.add(at)
  return ancestors
}

const outletHtml = ({ outlet, content }: LiveParts): string =>
  `${serializeTag(outlet)}${content}</${outlet.localName}>`

/** Undefined for a node that is written as it is now. */
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
