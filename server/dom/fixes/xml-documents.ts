/**
 * Handles XML documents: elements by namespace and local name, CDATA sections, instructions.
 * happy-dom compares names with their prefixes, and has no CDATA sections:
 * capricorn86/happy-dom#2153, #1900.
 */
import { HappyDOM } from '#happy-dom'
import { HTML, SVG } from '../../html/names.ts'
import { createNode } from '../create-element.ts'
import { DOCUMENT, define, type InnerWindow, liveCollection, override, S } from '../internals.ts'
import { parseDocument } from './parse-html.ts'
import { isXmlName, parseXml } from './xml-parser.ts'
import { XmlWriter } from './xml-writer.ts'

/** https://dom.spec.whatwg.org/#concept-getelementsbytagnamens */
export function installXmlNames(window: InnerWindow): void {
  findByNamespace(window)
  createDocuments(window)
  override<DOMParser>(window.DOMParser.prototype, {
    parseFromString(source, type) {
      if (type === 'text/html') {
        const document = new window.HTMLDocument()
        Object.assign(document, { [S.ownerDocument]: null, [S.readyState]: 'complete' })
        return parseDocument(window, String(source), document)
      }
      if (!XML_TYPES.has(type)) throw new TypeError(`"${type}" is no type of a document`)
      const document = createDocument(window, type)
      parseXml(window, String(source), document)
      return document
    },
  })
  override<XMLSerializer>(window.XMLSerializer.prototype, {
    serializeToString: (root) => new XmlWriter().write(root),
  })
}

const XML_TYPES = new Set(['text/xml', 'application/xml', 'application/xhtml+xml', 'image/svg+xml'])
const TYPES: Readonly<Record<string, string>> = {
  [HTML]: 'application/xhtml+xml',
  [SVG]: 'image/svg+xml',
}

function createDocument(window: InnerWindow, type = 'application/xml'): XMLDocument {
  const created = new window.XMLDocument()
  // In happy-dom the page's document owns it.
  const state = { [S.ownerDocument]: null, [S.readyState]: 'complete', [S.contentType]: type }
  return Object.assign(created, state)
}

function createDocuments(window: InnerWindow): void {
  override<DOMImplementation>(Object.getPrototypeOf(window.document.implementation), {
    createDocument(namespace, name, type) {
      const created = createDocument(window, TYPES[namespace ?? ''])
      if (type) created.append(type)
      if (name) created.append(created.createElementNS(namespace, name))
      return created
    },
  })
  const childOf = (document: Document, name: RegExp) =>
    [...(document.documentElement?.children ?? [])].find((one) => name.test(one.localName)) ?? null
  const declared = (document: Document, name: string): string | undefined => {
    const { [S.xmlProcessingInstruction]: node } = document
    return new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)`).exec(node?.[S.data] ?? '')?.[1]
  }
  const isXml = (document: Document) => document.contentType !== 'text/html'
  define<Document>(window.Document.prototype, {
    get xmlVersion() {
      return isXml(this) ? (declared(this, 'version') ?? '1.0') : null
    },
    get xmlEncoding() {
      return declared(this, 'encoding') ?? null
    },
    get xmlStandalone() {
      return declared(this, 'standalone') === 'yes'
    },
  })
  // Names keep their case.
  define<Document>(window.XMLDocument.prototype, {
    get body() {
      return childOf(this, /^(?:body|frameset)$/)
    },
    get head() {
      return childOf(this, /^head$/)
    },
    get title() {
      const title = this.querySelector(this.contentType === TYPES[SVG] ? ':root > title' : 'title')
      return (title?.textContent ?? '').replace(/[\t\n\f\r ]+/g, ' ').trim()
    },
    createElement(name: unknown) {
      const namespace = this.contentType === TYPES[HTML] ? HTML : null
      return this.createElementNS(namespace, String(name))
    },
    createElementNS(namespace: string | null, name: string, ...rest: unknown[]) {
      const element: Element = super.createElementNS(namespace, name, ...rest)
      element[S.tagName] = String(name)
      return element
    },
  })
}

type Test = (element: Element) => boolean

function findByNamespace(window: InnerWindow): void {
  const { getElementsByTagName } = HappyDOM.ParentNodeUtility
  /** Filters again only after a change. */
  const descendants = (parent: Node, matches: Test): HTMLCollection => {
    const elements = getElementsByTagName.call(HappyDOM.ParentNodeUtility, parent, '*')
    let before: readonly Element[] | undefined
    let matching: readonly Element[] = []
    return liveCollection(window, () => {
      const items = elements[S.query]()
      if (items !== before) matching = items.filter(matches)
      before = items
      return matching
    })
  }
  override(HappyDOM.ParentNodeUtility, {
    getElementsByTagNameNS(parent: Node, namespace: string | null, name: string) {
      const searched = namespace === '' ? null : namespace
      return descendants(
        parent,
        (element) =>
          (name === '*' || element[S.localName] === name) &&
          (searched === '*' || element[S.namespaceURI] === searched),
      )
    },
    getElementsByTagName(parent: Node, name: string): HTMLCollection {
      const document =
        parent[S.nodeType] === DOCUMENT ? (parent as Document) : parent[S.ownerDocument]
      const isHtml = document[S.contentType] === 'text/html'
      return isHtml || name === '*'
        ? super.getElementsByTagName(parent, name)
        : descendants(parent, (element) => element[S.tagName] === name)
    },
  })
}

class CDATASection extends HappyDOM.Text {
  override get nodeType(): 4 {
    return 4 as const
  }
  override get nodeName(): string {
    return '#cdata-section'
  }
}

const createSection = (document: Document, data: string): Text =>
  Object.setPrototypeOf(document.createTextNode(data), CDATASection.prototype)

/** https://dom.spec.whatwg.org/#interface-cdatasection and #interface-processinginstruction */
export function installCdata(window: InnerWindow): void {
  define<Document>(HappyDOM.Document.prototype, {
    createCDATASection(data: unknown) {
      const text = String(data)
      if (this === window.document) {
        throw new window.DOMException('Not in HTML documents', 'NotSupportedError')
      }
      if (text.includes(']]>')) {
        throw new window.DOMException('"]]>" would end it', 'InvalidCharacterError')
      }
      return createSection(this, text)
    },
  })
  override<Document, object>(HappyDOM.Document.prototype, {
    createProcessingInstruction(...args: unknown[]) {
      const [target, data] = args.map(String)
      if (target === undefined || data === undefined)
        throw new TypeError(`2 arguments required, but only ${args.length} present.`)
      if (!isXmlName(target) || data.includes('?>'))
        throw new window.DOMException('Not a name, or "?>" would end it', 'InvalidCharacterError')
      const node = createNode<Node>(this, window.ProcessingInstruction)
      return Object.assign(node, { [S.target]: target, [S.data]: data })
    },
  })
  override<Node, object>(window.ProcessingInstruction.prototype, {
    [S.cloneNode](...args: unknown[]) {
      const clone: Node = super[S.cloneNode](...args)
      return Object.assign(clone, { [S.target]: this[S.target] })
    },
  })
  Object.assign(window, { CDATASection })
}
