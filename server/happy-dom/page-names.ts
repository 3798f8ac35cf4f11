/**
 * Names of a page's elements on its document: old apps write `document.search.q`, where there is `<form name="search">`. In: elements, as
 * they come into the document. Out: properties of the document that give what has the name at the moment they are read: one
 * element, or all of them; a frame gives its window. None takes the place of what a document has by itself.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */
import { collectionOf, keepLists } from './document-lists.ts'
import { type InnerElement, inner, S } from './internals.ts'

/** Which elements have their names there: their tags, and the classes of ours. */
const NAMED = {
  form: 'HTMLFormElement',
  img: 'HTMLImageElement',
  iframe: 'HTMLIFrameElement',
  embed: 'HTMLEmbedElement',
  object: 'HTMLObjectElement',
} as const

/** All of a name, as `document` and `window` give them: one by itself, several as a list. @param more Selectors of others. */
export function elementsNamed(
  name: string,
  more: readonly string[] = [],
): Element | HTMLCollection | undefined {
  const escaped = CSS.escape(name)
  const tags = Object.keys(NAMED).map((tag) => `${tag}[name="${escaped}"]`)
  const query = () => [...document.querySelectorAll([...more, ...tags].join())]
  const found = query()
  return found.length > 1 ? collectionOf(query) : found[0]
}

/** SIDE EFFECT: from here on the window's document has them. */
export function nameInDocument(): void {
  keepLists()
  for (const className of Object.values(NAMED)) {
    const prototype = inner<InnerElement>(globalThis[className].prototype)
    const { [S.connectedToDocument]: connected } = prototype
    prototype[S.connectedToDocument] = function () {
      connected.call(this)
      const element = this as unknown as Element
      const name = element.getAttribute('name')
      if (name && element.ownerDocument === document && !(name in document)) define(name)
    }
  }
}

function define(name: string): void {
  const get = () => {
    const found = elementsNamed(name)
    return found instanceof HTMLIFrameElement ? found.contentWindow : found
  }
  const set = (value: unknown) =>
    Object.defineProperty(document, name, { value, writable: true, configurable: true })
  Object.defineProperty(document, name, { configurable: true, enumerable: false, get, set })
}
