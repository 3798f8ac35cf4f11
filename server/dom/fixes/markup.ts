/**
 * Parses and serializes markup: innerHTML, insertAdjacentHTML, ranges, getHTML, setHTMLUnsafe ...
 * happy-dom reverses insertAdjacentHTML('afterbegin'): capricorn86/happy-dom#2383. It serializes by
 * another algorithm; reports: docs/happy-dom/get-html.md docs/happy-dom/serialize-html.md
 */
import { HTMLSerializer } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { RAW, VOID } from '../../html/nesting.ts'
import { takeDeclared } from '../additions/declared-roots.ts'
import {
  COMMENT,
  DOCTYPE,
  define,
  ELEMENT,
  type InnerElement,
  type InnerNode,
  type InnerShadowRoot,
  type InnerWindow,
  inner,
  override,
  S,
  TEXT,
} from '../internals.ts'
import { parseDocument, parseNodes } from './parse-html.ts'
import { atomically, makeAtomic } from './reactions.ts'

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
  override<Element>(Element.prototype, {
    set outerHTML(html: string) {
      const { parentNode } = this
      if (parentNode) this.replaceWith(parseFragment(window, html, contextFor(window, parentNode)))
    },
    attachShadow(init) {
      const declared = takeDeclared(inner(this), init?.mode)
      if (declared) return declared
      const root = super.attachShadow(init)
      inner<InnerShadowRoot>(root)[S.delegatesFocus] = init.delegatesFocus === true
      return root
    },
  })
  HTMLSerializer.prototype.serializeToString = (root) => writeNode(root as unknown as InnerNode)
  installHtmlMethods(window)
}

function parseFragment(
  window: InnerWindow,
  html: unknown,
  context: InnerElement | null,
  declares = false,
): DocumentFragment {
  const fragment = window.document.createDocumentFragment()
  for (const node of parseNodes(window, String(html), context, declares)) {
    inner(fragment)[S.appendChild](node, true)
  }
  return fragment
}

function contextFor({ document, Element }: InnerWindow, node: Node | null): InnerElement {
  const element = node instanceof Element ? node : node?.parentElement
  return inner(!element || element.localName === 'html' ? document.body : element)
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
        const context = inner<InnerElement>('host' in this ? this.host : this)
        const fragment = parseFragment(window, html, isTemplate ? null : context, true)
        const target = isTemplate ? this.content : this
        atomically(() => target.replaceChildren(fragment))
      },
    })
  }
  Reflect.deleteProperty(HTMLTemplateElement.prototype, 'getHTML')
  Object.assign(window.Document, {
    parseHTMLUnsafe(html: unknown) {
      const parsed = new window.DOMParser().parseFromString('', 'text/html')
      parseDocument(window, String(html), inner(parsed), true)
      return parsed
    },
  })
}

interface HTMLOptions {
  serializableShadowRoots?: boolean
  shadowRoots?: readonly object[]
}

function getHTML(this: object, options: HTMLOptions = {}): string {
  const roots = new Set<object>(options.shadowRoots)
  const node = inner<InnerElement>(this)
  const writes = (root: InnerNode): boolean =>
    roots.has(root) || (options.serializableShadowRoots === true && root[S.serializable] === true)
  return writeNode(node, writes, true)
}

type Writes = (root: InnerNode) => boolean

const NO_ROOTS: Writes = () => false
const OLD_VOID = new Set(['basefont', 'bgsound', 'frame', 'keygen', 'param'])
const SPECIAL = /[&<>"\u00a0]/g
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

/**
 * @param writes Whether a shadow root is written. Default: none.
 * @param inside Without the element's own tags.
 */
function writeNode(node: InnerNode, writes: Writes = NO_ROOTS, inside = false): string {
  const type = node[S.nodeType]
  if (type === ELEMENT && inside) return writeInside(node as InnerElement, writes)
  if (type === ELEMENT) return writeElement(node as InnerElement, writes)
  if (type === TEXT) return writeText(node)
  if (type === COMMENT) return `<!--${node[S.data]}-->`
  if (type === 7) return `<?${node[S.target]} ${node[S.data]}>`
  if (type === DOCTYPE) return `<!DOCTYPE ${(node as unknown as DocumentType).name}>`
  return writeAll(node[S.nodeArray], writes)
}

const writeAll = (nodes: readonly InnerNode[], writes: Writes): string =>
  nodes.map((node) => writeNode(node, writes)).join('')

function writeText(node: InnerNode): string {
  const text = node[S.data] ?? ''
  const parent = node[S.parentNode] as InnerElement | null
  const raw =
    parent?.[S.namespaceURI] === HTML &&
    (RAW.has(parent[S.localName]) || /^(?:noscript|plaintext)$/.test(parent[S.localName]))
  return raw ? text : text.replace(SPECIAL, (c) => (c === '"' ? c : (REFERENCES[c] ?? c)))
}

function writeElement(element: InnerElement, writes: Writes): string {
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
  return `${html}${writeInside(element, writes)}</${tag}>`
}

const writeValue = (value: string): string =>
  value.replace(SPECIAL, (character) => REFERENCES[character] ?? character)

function writeInside(element: InnerElement, writes: Writes): string {
  const root = element[S.shadowRoot]
  const content = element[S.content] ?? element
  const shadow = root && writes(root) ? writeRoot(root, writes) : ''
  return shadow + writeAll(content[S.nodeArray], writes)
}

function writeRoot(root: InnerShadowRoot, writes: Writes): string {
  const flags =
    (root[S.delegatesFocus] ? ' shadowrootdelegatesfocus=""' : '') +
    (root[S.serializable] ? ' shadowrootserializable=""' : '') +
    (root[S.clonable] ? ' shadowrootclonable=""' : '')
  const content = writeAll(root[S.nodeArray], writes)
  return `<template shadowrootmode="${root[S.mode]}"${flags}>${content}</template>`
}
