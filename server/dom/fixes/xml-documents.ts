/**
 * Handles XML documents: namespaces, elements by namespace and local name, CDATA sections.
 * happy-dom compares names with their prefixes: capricorn86/happy-dom#2153.
 * Its XML parser refuses CDATA sections: capricorn86/happy-dom#1900.
 */
import { Document, Text as HappyText, ParentNodeUtility } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import {
  COMMENT,
  DOCUMENT,
  define,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  liveCollection,
  override,
  S,
} from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'

const XML = 'http://www.w3.org/XML/1998/namespace'

/** https://dom.spec.whatwg.org/#concept-getelementsbytagnamens */
export function installXmlNames(window: InnerWindow): void {
  findByNamespace(window)
  override<DOMParser>(window.DOMParser.prototype, {
    parseFromString(text, type) {
      const parsed = super.parseFromString(text, type)
      if (type === 'text/html') return parsed
      inner<{ [S.contentType]: string }>(parsed)[S.contentType] = type
      for (const element of parsed.querySelectorAll('*')) {
        nameElement(element)
        nameAttributes(element)
      }
      return parsed
    },
  })
}

function declared(element: Element, name: string): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = at.getAttribute(name)
    if (value !== null) return value
  }
  return undefined
}

const namespaceOf = (element: Element, prefix: string): string | null =>
  declared(element, `xmlns:${prefix}`) || (prefix === 'xml' ? XML : null)

/** `xmlns=""` removes the default namespace. */
function nameElement(element: Element): void {
  const own = inner<
    Omit<InnerElement, typeof S.namespaceURI> & { [S.namespaceURI]: string | null }
  >(element)
  if (own[S.namespaceURI] === HTML) own[S.tagName] = element.localName
  if (element.prefix === null && declared(element, 'xmlns') === '') {
    own[S.namespaceURI] = null
  }
}

function nameAttributes(element: Element): void {
  const attributes = [...element.attributes]
  if (!attributes.some((own) => own.name.includes(':') && own.namespaceURI === null)) return
  for (const attribute of attributes) element.removeAttributeNode(attribute)
  for (const { name, value, namespaceURI } of attributes) {
    const [prefix = '', local] = name.split(':')
    const namespace = namespaceURI ?? (local === undefined ? null : namespaceOf(element, prefix))
    if (namespace === null) element.setAttribute(name, value)
    else element.setAttributeNS(namespace, name, value)
  }
}

type Test = (element: InnerElement) => boolean
type Typed = { readonly [S.contentType]: string }
type Queried = { [S.query](): readonly InnerElement[] }

function findByNamespace(window: InnerWindow): void {
  const { getElementsByTagName } = ParentNodeUtility
  /** Filters again only after a change. */
  const descendants = (parent: object, matches: Test): HTMLCollection => {
    const elements = inner<Queried>(
      getElementsByTagName.call(ParentNodeUtility, parent as never, '*'),
    )
    let before: readonly InnerElement[] | undefined
    let matching: readonly InnerElement[] = []
    return liveCollection(window, () => {
      const items = elements[S.query]()
      if (items !== before) matching = items.filter(matches)
      before = items
      return matching
    })
  }
  override(ParentNodeUtility, {
    getElementsByTagNameNS(parent: object, namespace: string | null, name: string) {
      const wanted = namespace === '' ? null : namespace
      return descendants(
        parent,
        (element) =>
          (name === '*' || element[S.localName] === name) &&
          (wanted === '*' || element[S.namespaceURI] === wanted),
      )
    },
    getElementsByTagName(parent: object, name: string): HTMLCollection {
      const node = inner<InnerElement>(parent)
      const document = node[S.nodeType] === DOCUMENT ? parent : node[S.ownerDocument]
      const isHtml = inner<Typed>(document)[S.contentType] === 'text/html'
      return isHtml || name === '*'
        ? super.getElementsByTagName(parent, name)
        : descendants(parent, (element) => element[S.tagName] === name)
    },
  })
}

const SECTIONS = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g
/** Replaces a section: XML cannot contain this character. */
const MARK = '\u0001cdata '
const MARKED = new RegExp(`${MARK}(\\d+)\u0001`, 'g')

/** Sections of the text being serialized. */
const writing = perPage(() => ({ sections: undefined as string[] | undefined }))

class CDATASection extends (HappyText as unknown as typeof Text) {
  override get nodeType(): 4 {
    return 4 as const
  }
  override get nodeName(): string {
    return '#cdata-section'
  }
  override get textContent(): string {
    const { sections } = writing()
    return sections ? `${MARK}${sections.push(this.data) - 1}\u0001` : this.data
  }
  override set textContent(data: string) {
    this.data = data
  }
}

const createSection = (document: Pick<globalThis.Document, 'createTextNode'>, data: string): Text =>
  Object.setPrototypeOf(document.createTextNode(data), CDATASection.prototype)

/** https://dom.spec.whatwg.org/#interface-cdatasection */
export function installCdata(window: InnerWindow): void {
  define<Document>(Document.prototype, {
    createCDATASection(data: unknown) {
      const text = String(data)
      if (inner(this) === inner(window.document)) {
        throw new window.DOMException('Not in HTML documents', 'NotSupportedError')
      }
      if (text.includes(']]>')) {
        throw new window.DOMException('"]]>" would end it', 'InvalidCharacterError')
      }
      return createSection(this as unknown as globalThis.Document, text)
    },
  })
  parseSections(window)
  writeSections(window)
  Object.assign(window, { CDATASection })
}

/** Parses sections as marked comments, then replaces these. */
function parseSections(window: InnerWindow): void {
  override<DOMParser>(window.DOMParser.prototype, {
    parseFromString(source, type) {
      const text = String(source)
      if (type === 'text/html' || !text.includes('<![CDATA['))
        return super.parseFromString(text, type)
      const sections: string[] = []
      const marked = text.replace(SECTIONS, (whole, data?: string) =>
        data === undefined ? whole : `<!--${MARK}${sections.push(data) - 1}-->`,
      )
      const parsed = super.parseFromString(marked, type)
      for (const comment of commentsIn(inner(parsed))) {
        const { data } = comment
        const section = data.startsWith(MARK)
          ? sections[Number(data.slice(MARK.length))]
          : undefined
        if (section !== undefined) comment.replaceWith(createSection(parsed, section))
      }
      return parsed
    },
  })
}

function writeSections(window: InnerWindow): void {
  override<XMLSerializer>(window.XMLSerializer.prototype, {
    serializeToString(root) {
      const sections: string[] = []
      const own = writing()
      own.sections = sections
      try {
        const text: string = super.serializeToString(root)
        return sections.length === 0
          ? text
          : text.replace(MARKED, (_, index: string) => `<![CDATA[${sections[Number(index)]}]]>`)
      } finally {
        own.sections = undefined
      }
    },
  })
}

function commentsIn(node: InnerNode): Comment[] {
  return node[S.nodeArray].flatMap((child) =>
    child[S.nodeType] === COMMENT ? [child as unknown as Comment] : commentsIn(child),
  )
}
