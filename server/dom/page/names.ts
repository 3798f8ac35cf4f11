/**
 * Exposes elements by name on the document: old apps write `document.search.q` for `<form
 * name="search">`. Each read returns the current element or list; a frame returns its window. Names
 * never shadow members of the document.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */

import { type InnerAttribute, inner, override, S } from '../internals.ts'
import { collectionOf, keepLists } from './document-lists.ts'

/** Elements that are found by name, by tag and class. */
const NAMED = {
  form: 'HTMLFormElement',
  img: 'HTMLImageElement',
  iframe: 'HTMLIFrameElement',
  embed: 'HTMLEmbedElement',
  object: 'HTMLObjectElement',
} as const

/** Names that elements of the page have had: most names that scripts look for are none. */
const met = new Set<string>()

/** Whether the page has had a frame. */
let metFrame = false

export const hasMetFrame = (): boolean => metFrame

export function forgetNames(): void {
  met.clear()
  metFrame = false
}

/**
 * Elements of a name for `document` and `window`: one, or a list of several. @param orId Whether
 * an id counts, too.
 */
export function elementsNamed(name: string, orId = false): Element | HTMLCollection | undefined {
  const ids = inner<{ [S.elementIdMap]: ReadonlyMap<string, unknown> }>(document)[S.elementIdMap]
  if (!met.has(name) && !(orId && ids.has(name))) return undefined
  const escaped = CSS.escape(name)
  const tags = Object.keys(NAMED).map((tag) => `${tag}[name="${escaped}"]`)
  const selector = [...(orId ? [`#${escaped}`] : []), ...tags].join()
  const query = () => [...document.querySelectorAll(selector)]
  const found = query()
  return found.length > 1 ? collectionOf(query) : found[0]
}

/** SIDE EFFECT: adds the names to the window's document. */
export function nameInDocument(): void {
  keepLists()
  for (const className of Object.values(NAMED)) {
    override<Element, object>(globalThis[className].prototype, {
      [S.onSetAttribute](attribute: InnerAttribute, before: object | null) {
        super[S.onSetAttribute](attribute, before)
        if (attribute[S.name] === 'name') met.add(attribute[S.value] ?? '')
      },
      [S.connectedToDocument]() {
        super[S.connectedToDocument]()
        const name = this.getAttribute('name')
        if (name) met.add(name)
        if (className === NAMED.iframe) metFrame = true
        if (name && this.ownerDocument === document && !(name in document)) define(name)
      },
    })
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
