/**
 * Replaces happy-dom's HTML parser with parse5, whose tree it inserts in one operation.
 * happy-dom drops the text after many unusual constructs: capricorn86/happy-dom#2231, #2156, #1190,
 * #1817.
 */
import { HappyDOM, HTMLParser } from '#happy-dom'
import { parseFragment, parseWithSelects } from '../../html/select-parser.ts'
import { DeclaringBuilder } from '../additions/declared-roots.ts'
import { DOCUMENT, ELEMENT, type InnerWindow, override, S } from '../internals.ts'
import { makeInert } from '../page/resource-loaders.ts'
import { detach, TreeBuilder, type Types } from '../tree-builder.ts'
import { insertParsed } from './connect.ts'
import { upgradeParsed } from './upgrade.ts'
import { parseXmlNodes } from './xml-parser.ts'

function takeChildren(parent: Node): Node[] {
  const children = parent[S.nodeArray].slice()
  for (const child of children) child[S.parentNode] = null
  parent[S.nodeArray].length = 0
  parent[S.elementArray].length = 0
  return children
}

/** Whether templates declare shadow roots, or are elements. */
export type DeclaredRoots = 'declared roots' | 'no roots'

/** @param context Null: a template. */
export function parseNodes(
  window: InnerWindow,
  html: string,
  context: Element | null,
  roots: DeclaredRoots = 'no roots',
): Node[] {
  const document = context?.[S.ownerDocument] ?? window.document
  const Builder = roots === 'declared roots' ? InertDeclaringBuilder : InertBuilder
  const treeAdapter = new Builder(window, document)
  treeAdapter.upgrades = context !== null && !context[S.content]
  // In a document without a window, <noscript> holds elements.
  const isShown = document[S.window].document === document
  const options = { treeAdapter, scriptingEnabled: context !== null && isShown }
  return takeChildren(parseFragment<Types>(context, html, options))
}

type Created = Parameters<TreeBuilder['createElement']>

class InertBuilder extends TreeBuilder {
  /** The contents of templates are inert. */
  upgrades = false

  override createElement(...args: Created): Element {
    return prepared(super.createElement(...args), args[0], this)
  }
}

class InertDeclaringBuilder extends DeclaringBuilder {
  upgrades = false

  override createElement(...args: Created): Element {
    return prepared(super.createElement(...args), args[0], this)
  }
}

function prepared(element: Element, tag: string, builder: InertBuilder): Element {
  if (tag === 'script') makeInert(element)
  if (builder.upgrades && (tag.includes('-') || element[S.isValue]))
    upgradeParsed(builder.window, element)
  return element
}

/**
 * Upgrades custom elements after the insertion. Template content belongs to an inert document, and
 * scripts never run. https://html.spec.whatwg.org/multipage/parsing.html
 */
export function installParser(window: InnerWindow): void {
  override(HTMLParser.prototype, {
    parse(html: unknown, root?: Node): Node {
      const target: Node = root ?? window.document.createDocumentFragment()
      if (target[S.nodeType] === DOCUMENT)
        return parseDocument(window, String(html), target as Document)
      for (const node of nodesFor(window, target, String(html))) insertParsed(target, node)
      return target
    },
  })
  for (const { prototype } of [window.Element, window.ShadowRoot]) {
    override<Node, object>(prototype, {
      set innerHTML(html: string) {
        const nodes = nodesFor(window, this, html)
        for (const child of this[S.nodeArray].slice()) this[S.removeChild](child)
        for (const node of nodes) insertParsed(this, node)
      },
    })
  }
  // In happy-dom the page's document owns it.
  override<DOMImplementation>(Object.getPrototypeOf(window.document.implementation), {
    createHTMLDocument(title) {
      const created = super.createHTMLDocument()
      ;(created as { [S.ownerDocument]: unknown })[S.ownerDocument] = null
      const titled = title === undefined ? '' : '<title></title>'
      parseDocument(window, `<!doctype html>${titled}`, created)
      if (title !== undefined) created.title = title
      return created
    },
  })
  installTemplates(window)
}

function nodesFor(window: InnerWindow, target: Node, markup: string): Node[] {
  const context = contextOf(target)
  const isXml = context && context.ownerDocument.contentType !== 'text/html'
  return isXml ? parseXmlNodes(window, markup, context) : parseNodes(window, markup, context)
}

function contextOf(target: Node): Element | null {
  if (target[S.nodeType] === ELEMENT) return target as Element
  return target[S.host] ?? null
}

export function parseDocument(
  window: InnerWindow,
  html: string,
  document: Document,
  roots: DeclaredRoots = 'no roots',
): Document {
  const Builder = roots === 'declared roots' ? DeclaringBuilder : TreeBuilder
  const treeAdapter = new Builder(window, document)
  const scriptingEnabled = document === window.document
  const tree = parseWithSelects<Types>(html, { treeAdapter, scriptingEnabled })
  for (const node of document[S.nodeArray].slice()) document[S.removeChild](node)
  const { doctype } = treeAdapter
  if (doctype) insertParsed(document, doctype)
  for (const node of takeChildren(tree)) insertParsed(document, node)
  return document
}

function installTemplates(window: InnerWindow): void {
  const prototype = HappyDOM.HTMLTemplateElement.prototype
  for (const key of ['firstChild', 'lastChild'] as const) Reflect.deleteProperty(prototype, key)
  for (const key of [S.appendChild, S.removeChild, S.insertBefore, S.replaceChild] as const) {
    Reflect.deleteProperty(prototype, key)
  }
  const inert = window.document.implementation.createHTMLDocument('')
  override<Document, object>(HappyDOM.Document.prototype, {
    createElementNS(...args: unknown[]) {
      const element: Element = super.createElementNS(...args)
      if (element[S.tagName] === 'TEMPLATE' && element[S.content]) {
        element[S.content][S.ownerDocument] = inert
      }
      return element
    },
  })
  const cloneElement = (Object.getPrototypeOf(prototype) as Element)[S.cloneNode]
  prototype[S.cloneNode] = function (this: Element, deep = false) {
    const clone = cloneElement.call(this, deep) as Element
    const content = clone[S.content]
    if (!content) return clone
    content[S.ownerDocument] = inert
    if (deep) for (const node of this[S.content]?.[S.nodeArray] ?? []) copyInto(content, node)
    return clone
  }
}

function copyInto(content: Node, node: Node): void {
  const copy = node[S.cloneNode](true)
  detach(copy)
  content[S.appendChild](copy, true)
}
