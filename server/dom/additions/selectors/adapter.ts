/**
 * Adapts happy-dom's trees to css-select. Names are lower case in HTML documents, where case does
 * not count.
 * https://github.com/fb55/css-select#options
 */
import { type InnerAttribute, type InnerElement, type InnerNode, S } from '../../internals.ts'

const ELEMENT = 1
const HTML = 'http://www.w3.org/1999/xhtml'

export const isElement = (node: InnerNode | null): node is InnerElement =>
  node?.[S.nodeType] === ELEMENT

export const isInHtml = (element: InnerElement): boolean =>
  (element[S.ownerDocument] as unknown as Document).contentType === 'text/html'

function own(element: InnerElement, name: string): InnerAttribute | undefined {
  const { [S.attributes]: attributes, [S.namespaceURI]: namespace } = element
  const named = attributes?.[S.itemsByName].get(name)
  if (named !== undefined) return named.find((one) => one[S.namespaceURI] == null)
  if (namespace === HTML || attributes === undefined || !isInHtml(element)) return undefined
  for (const attribute of attributes[S.items].values()) {
    const fits = attribute[S.namespaceURI] == null && attribute[S.name].toLowerCase() === name
    if (fits) return attribute
  }
  return undefined
}

const siblingsOf = (node: InnerNode): InnerNode[] => node[S.parentNode]?.[S.elementArray] ?? [node]

export const adapter = {
  isTag: isElement,
  getName(element: InnerElement) {
    const { [S.localName]: name, [S.namespaceURI]: namespace } = element
    return namespace === HTML || name === undefined || !isInHtml(element)
      ? name
      : name.toLowerCase()
  },
  getParent: (element: InnerElement) => element[S.parentNode],
  getChildren: (node: InnerNode) => node[S.elementArray],
  getSiblings: siblingsOf,
  getAttributeValue: (element: InnerElement, name: string) => own(element, name)?.[S.value],
  hasAttrib: (element: InnerElement, name: string) => own(element, name) !== undefined,
  prevElementSibling(element: InnerElement) {
    const siblings = siblingsOf(element)
    return siblings[siblings.indexOf(element) - 1] ?? null
  },
  getText: () => '',
  removeSubsets: (nodes: InnerNode[]) => nodes,
}
