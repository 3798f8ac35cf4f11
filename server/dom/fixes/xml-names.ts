/**
 * Gives attributes that XML is parsed to their namespaces, and finds elements by namespace and
 * local name.
 * https://dom.spec.whatwg.org/#concept-getelementsbytagnamens
 * happy-dom compares names with their prefixes: capricorn86/happy-dom#2153.
 */
import { ParentNodeUtility } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { type InnerElement, type InnerWindow, inner, override, S } from '../internals.ts'

type Listed = { [S.query](): readonly InnerElement[] }

const XML = 'http://www.w3.org/XML/1998/namespace'

/** Returns the value of the nearest declaration. */
function declared(element: Element, name: string): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = at.getAttribute(name)
    if (value !== null) return value
  }
  return undefined
}

const namespaceOf = (element: Element, prefix: string): string | null =>
  declared(element, `xmlns:${prefix}`) || (prefix === 'xml' ? XML : null)

/** The default namespace may be taken back with `xmlns=""`. Names are not in capitals. */
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
  const all = [...element.attributes]
  if (!all.some((one) => one.name.includes(':') && one.namespaceURI === null)) return
  for (const one of all) element.removeAttributeNode(one)
  for (const { name, value, namespaceURI } of all) {
    const [prefix = '', local] = name.split(':')
    const own = namespaceURI ?? (local === undefined ? null : namespaceOf(element, prefix))
    if (own === null) element.setAttribute(name, value)
    else element.setAttributeNS(own, name, value)
  }
}

type Test = (element: InnerElement) => boolean
type Typed = { readonly [S.contentType]: string }

export function installXmlNames(window: InnerWindow): void {
  const Collection = window.HTMLCollection as unknown as new (
    key: symbol,
    query: () => readonly InnerElement[],
  ) => HTMLCollection
  const { getElementsByTagName } = ParentNodeUtility
  /** Elements below, looked through again after a change only. */
  const below = (parent: object, isFound: Test): HTMLCollection => {
    const all = inner<Listed>(getElementsByTagName.call(ParentNodeUtility, parent as never, '*'))
    let before: readonly InnerElement[] | undefined
    let found: readonly InnerElement[] = []
    return new Collection(S.illegalConstructor, () => {
      const items = all[S.query]()
      if (items !== before) found = items.filter(isFound)
      before = items
      return found
    })
  }
  override(ParentNodeUtility, {
    getElementsByTagNameNS(parent: object, namespace: string | null, name: string) {
      const wanted = namespace === '' ? null : namespace
      return below(
        parent,
        (one) =>
          (name === '*' || one[S.localName] === name) &&
          (wanted === '*' || one[S.namespaceURI] === wanted),
      )
    },
    getElementsByTagName(parent: object, name: string): HTMLCollection {
      const node = inner<InnerElement>(parent)
      const document = node[S.nodeType] === 9 ? parent : node[S.ownerDocument]
      const isHtml = inner<Typed>(document)[S.contentType] === 'text/html'
      return isHtml || name === '*'
        ? super.getElementsByTagName(parent, name)
        : below(parent, (one) => one[S.tagName] === name)
    },
  })
  override<DOMParser>(window.DOMParser.prototype, {
    parseFromString(text, type) {
      const parsed = super.parseFromString(text, type)
      if (type === 'text/html') return parsed
      inner<{ [S.contentType]: string }>(parsed)[S.contentType] = type
      for (const one of parsed.querySelectorAll('*')) {
        nameElement(one)
        nameAttributes(one)
      }
      return parsed
    },
  })
}
