/**
 * Parses and serializes markup: innerHTML, insertAdjacentHTML, ranges, getHTML, setHTMLUnsafe ...
 * happy-dom reverses insertAdjacentHTML('afterbegin'): capricorn86/happy-dom#2383. It serializes by
 * another algorithm; reports: docs/happy-dom/get-html.md docs/happy-dom/serialize-html.md
 */
import { HappyDOM } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { RAW, VOID } from '../../html/nesting.ts'
import { takeDeclared } from '../additions/declared-roots.ts'
import {
  COMMENT,
  DOCTYPE,
  define,
  ELEMENT,
  type InnerWindow,
  override,
  S,
  TEXT,
} from '../internals.ts'
import { pushReversed } from './deep-trees.ts'
import { type DeclaredRoots, parseDocument, parseNodes } from './parse-html.ts'
import { atomically, makeAtomic } from './reactions.ts'
import { XmlWriter } from './xml-writer.ts'

/**
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
export function installMarkup(window: InnerWindow): void {
  const { Element, Range } = window
  insertAdjacently(window)
  Range.prototype.createContextualFragment = function (html) {
    return parseFragment(window, html, contextFor(window, this.startContainer))
  }
  makeAtomic(Range.prototype, 'createContextualFragment')
  override<Element>(Element.prototype, {
    set outerHTML(html: string) {
      const { parentNode } = this
      if (!parentNode) return
      atomically(() =>
        this.replaceWith(parseFragment(window, html, contextFor(window, parentNode))),
      )
    },
    attachShadow(init) {
      const declared = takeDeclared(this, init?.mode)
      if (declared) return declared
      const root = super.attachShadow(init)
      ;(root as ShadowRoot)[S.delegatesFocus] = init.delegatesFocus === true
      return root
    },
  })
  HappyDOM.HTMLSerializer.prototype.serializeToString = (root) =>
    isInXml(root) ? new XmlWriter().write(root) : writeNode(root)
  installHtmlMethods(window)
}

function parseFragment(
  window: InnerWindow,
  html: unknown,
  context: Element | null,
  roots?: DeclaredRoots,
): DocumentFragment {
  const fragment = window.document.createDocumentFragment()
  for (const node of parseNodes(window, String(html), context, roots)) {
    fragment[S.appendChild](node, true)
  }
  return fragment
}

function contextFor({ document, Element }: InnerWindow, node: Node | null): Element {
  const element = node instanceof Element ? node : node?.parentElement
  return !element || element.localName === 'html' ? document.body : element
}

function insertAdjacently(window: InnerWindow): void {
  const { Element } = window
  Element.prototype.insertAdjacentHTML = function (position, html) {
    const where = position.toLowerCase() as InsertPosition
    const outside = where === 'beforebegin' || where === 'afterend'
    if (outside && !(this.parentNode instanceof Element)) {
      throw new window.DOMException(
        `Failed to execute 'insertAdjacentHTML' on 'Element': The element has no parent.`,
        'NoModificationAllowedError',
      )
    }
    const context = contextFor(window, outside ? this.parentNode : this)
    const fragment = parseFragment(window, html, context)
    if (where === 'beforebegin') this.before(fragment)
    else if (where === 'afterbegin') this.prepend(fragment)
    else if (where === 'beforeend') this.append(fragment)
    else if (where === 'afterend') this.after(fragment)
    else throw new window.DOMException(`"${position}" is not a position`, 'SyntaxError')
  }
  makeAtomic(Element.prototype, 'insertAdjacentHTML')
}

function installHtmlMethods(window: InnerWindow): void {
  const { Element, ShadowRoot, HTMLTemplateElement } = window
  for (const { prototype } of [Element, ShadowRoot]) {
    define<Element | ShadowRoot>(prototype, {
      getHTML,
      setHTMLUnsafe(html: unknown) {
        const isTemplate = this instanceof HTMLTemplateElement
        const context = 'host' in this ? this.host : this
        const fragment = parseFragment(window, html, isTemplate ? null : context, 'declared roots')
        const target = isTemplate ? this.content : this
        atomically(() => target.replaceChildren(fragment))
      },
    })
  }
  Reflect.deleteProperty(HTMLTemplateElement.prototype, 'getHTML')
  Object.assign(window.Document, {
    parseHTMLUnsafe(html: unknown) {
      const parsed = new window.DOMParser().parseFromString('', 'text/html')
      parseDocument(window, String(html), parsed, 'declared roots')
      return parsed
    },
  })
}

interface HTMLOptions {
  serializableShadowRoots?: boolean
  shadowRoots?: readonly object[]
}

const isInXml = ({ [S.ownerDocument]: document }: Node): boolean =>
  document !== null && document.contentType !== 'text/html'

function getHTML(this: object, options: HTMLOptions = {}): string {
  const roots = new Set<object>(options.shadowRoots)
  const node = this as Element
  if (isInXml(node)) return new XmlWriter().writeChildren(node[S.content] ?? node)
  const writes = (root: Node): boolean =>
    roots.has(root) || (options.serializableShadowRoots === true && root[S.serializable] === true)
  return writeContent(node, writes)
}

/** Whether a shadow root is written. */
type Writes = (root: Node) => boolean
/** The nodes and end tags that follow, last first. */
type Rest = (Node | string)[]

const NO_ROOTS: Writes = () => false
const INSTRUCTION = 7
const OLD_VOID = new Set(['basefont', 'bgsound', 'frame', 'keygen', 'param'])
const SPECIAL = /[&<>"\u00a0]/g
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

function writeNode(root: Node): string {
  const stack: Rest = []
  return writeRest(writeStart(root, stack, NO_ROOTS), stack, NO_ROOTS)
}

/** @param node An element, without its own tags, or a shadow root. */
function writeContent(node: Element, writes: Writes): string {
  const stack: Rest = []
  return writeRest(enter(node, stack, writes), stack, writes)
}

/** Writes without recursion, for trees of any depth. */
function writeRest(start: string, stack: Rest, writes: Writes): string {
  let html = start
  for (let next = stack.pop(); next !== undefined; next = stack.pop())
    html += typeof next === 'string' ? next : writeStart(next, stack, writes)
  return html
}

/** Puts what comes after its start into `rest`. */
function writeStart(node: Node, stack: Rest, writes: Writes): string {
  switch (node[S.nodeType]) {
    case ELEMENT:
      return writeElement(node as Element, stack, writes)
    case TEXT:
      return writeText(node)
    case COMMENT:
      return `<!--${node[S.data]}-->`
    case INSTRUCTION:
      return `<?${node[S.target]} ${node[S.data]}?>`
    case DOCTYPE:
      return `<!DOCTYPE ${(node as DocumentType).name}>`
  }
  pushReversed(stack, node[S.nodeArray])
  return ''
}

function writeText(node: Node): string {
  const text = node[S.data] ?? ''
  const parent = node[S.parentNode] as Element | null
  const raw =
    parent?.[S.namespaceURI] === HTML &&
    (RAW.has(parent[S.localName]) || /^(?:noscript|plaintext)$/.test(parent[S.localName]))
  return raw ? text : text.replace(SPECIAL, (c) => (c === '"' ? c : (REFERENCES[c] ?? c)))
}

function writeElement(element: Element, stack: Rest, writes: Writes): string {
  const prefix = element[S.prefix]
  const tag = prefix ? `${prefix}:${element[S.localName]}` : element[S.localName]
  const items = element[S.attributes][S.items]
  const is = element[S.isValue]
  let html = `<${tag}`
  if (is && !items.has(':is')) html += ` is="${writeValue(is)}"`
  for (const attribute of items.values()) {
    html += ` ${attribute[S.name]}="${writeValue(attribute[S.value] ?? '')}"`
  }
  html += '>'
  if (element[S.namespaceURI] === HTML && (VOID.has(tag) || OLD_VOID.has(tag))) return html
  stack.push(`</${tag}>`)
  return html + enter(element, stack, writes)
}

const writeValue = (value: string): string =>
  value.replace(SPECIAL, (character) => REFERENCES[character] ?? character)

/** @returns The start of its shadow root, if that is written. */
function enter(element: Element, stack: Rest, writes: Writes): string {
  const root = element[S.shadowRoot]
  pushReversed(stack, (element[S.content] ?? element)[S.nodeArray])
  if (!root || !writes(root)) return ''
  const flags =
    (root[S.delegatesFocus] ? ' shadowrootdelegatesfocus=""' : '') +
    (root[S.serializable] ? ' shadowrootserializable=""' : '') +
    (root[S.clonable] ? ' shadowrootclonable=""' : '')
  stack.push('</template>')
  pushReversed(stack, root[S.nodeArray])
  return `<template shadowrootmode="${root[S.mode]}"${flags}>`
}
