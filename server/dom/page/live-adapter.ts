/**
 * Adapts parse5 to a live document: each node is inserted as soon as it is parsed, so scripts can
 * run between.
 * https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 */
import { insertParsed } from '../fixes/connect.ts'
import { type Adapter, adapter, detach } from '../fixes/tree-adapter.ts'
import {
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'
import { makeInert } from './scripts.ts'

const TEXT = 3
const XHTML = 'http://www.w3.org/1999/xhtml'

/** @param onScript Called with each parsed script before it is inserted. */
export function liveAdapter(
  window: InnerWindow,
  document: Document,
  onScript: (script: InnerElement) => void,
): Adapter {
  const own = inner<InnerDocument>(document)
  const base = adapter(window, own)
  const singles = new Map<string, Element>()
  if (document === window.document) {
    singles.set('html', document.documentElement)
    singles.set('head', document.head).set('body', document.body)
    document.head.remove()
    document.body.remove()
  }
  for (const node of [...document.childNodes]) document.removeChild(node)

  function insert(parent: InnerNode, node: InnerNode, next: InnerNode | null): void {
    if (parent[S.isConnected]) insertParsed(parent, node, next)
    else if (next) base.insertBefore(parent, node, next)
    else base.appendChild(parent, node)
  }

  function insertText(parent: InnerNode, text: string, next: InnerNode | null): void {
    const nodes = parent[S.nodeArray]
    const before = next ? nodes[nodes.indexOf(next) - 1] : nodes.at(-1)
    if (before?.[S.nodeType] === TEXT) (before as unknown as CharacterData).data += text
    else insert(parent, inner(document.createTextNode(text)), next)
  }

  return {
    ...base,
    createDocument: () => own,
    createElement(tag, namespace, attributes) {
      const single = namespace === XHTML ? singles.get(tag) : undefined
      if (single) {
        singles.delete(tag)
        for (const { name, value } of attributes) single.setAttribute(name, value)
        return inner<InnerElement>(single)
      }
      const element = base.createElement(tag, namespace, attributes)
      if (tag === 'link') makeInert(element)
      if (tag === 'script') onScript(element)
      return element
    },
    appendChild: (parent, node) => insert(parent, node, null),
    insertBefore: insert,
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: insertText,
    detachNode(node) {
      const parent = node[S.parentNode]
      if (parent?.[S.isConnected]) parent[S.removeChild](node)
      else detach(node)
    },
    setDocumentType(_, name, publicId, systemId) {
      document.appendChild(document.implementation.createDocumentType(name, publicId, systemId))
    },
  }
}
