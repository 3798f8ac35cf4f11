/**
 * Adds live lists (`document.images`) and access by name (`document.search` for `<form
 * name="search">`) to the document, for pages with scripts of their own.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */
import { HappyDOM } from '#happy-dom'
import { define, override, S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'

/** Elements that are found by name, by tag and class. */
const NAMED = {
  form: 'HTMLFormElement',
  img: 'HTMLImageElement',
  iframe: 'HTMLIFrameElement',
  embed: 'HTMLEmbedElement',
  object: 'HTMLObjectElement',
} as const

const met = perPage(() => ({
  /** Names of elements so far: most names that scripts look for are none. */
  names: new Set<string>(),
  hasFrame: false,
}))

export const hasMetFrame = (): boolean => met().hasFrame

/** The element of a name, or a list of several. */
export function elementsNamed(
  name: string,
  by: 'name' | 'name or id' = 'name',
): Element | HTMLCollection | undefined {
  const ids = document[S.elementIdMap]
  if (!met().names.has(name) && !(by === 'name or id' && ids.has(name))) return undefined
  const escaped = CSS.escape(name)
  const tags = Object.keys(NAMED).map((tag) => `${tag}[name="${escaped}"]`)
  const selector = [...(by === 'name or id' ? [`#${escaped}`] : []), ...tags].join()
  const query = () => [...document.querySelectorAll(selector)]
  const elements = query()
  return elements.length > 1 ? collectionOf(query) : elements[0]
}

/** SIDE EFFECT: adds the names and lists to the document. */
export function installNamedCollections(): void {
  // The window's document has a prototype of its own: see document-access.ts.
  for (const of of [HappyDOM.Document.prototype, Object.getPrototypeOf(document)]) addLists(of)
  for (const className of Object.values(NAMED)) {
    override<Element, object>(globalThis[className].prototype, {
      [S.onSetAttribute](attribute: Attr, before: object | null) {
        super[S.onSetAttribute](attribute, before)
        if (attribute[S.name] === 'name') met().names.add(attribute[S.value] ?? '')
      },
      [S.connectedToDocument]() {
        super[S.connectedToDocument]()
        const name = this.getAttribute('name')
        if (name) met().names.add(name)
        if (className === NAMED.iframe) met().hasFrame = true
        if (name && this.ownerDocument === document && !(name in document)) addName(name)
      },
    })
  }
}

function addName(name: string): void {
  const get = () => {
    const named = elementsNamed(name)
    return named instanceof HTMLIFrameElement ? named.contentWindow : named
  }
  const set = (value: unknown) =>
    Object.defineProperty(document, name, { value, writable: true, configurable: true })
  Object.defineProperty(document, name, { configurable: true, enumerable: false, get, set })
}

type ListClass<T> = new (allow: symbol, items: unknown) => T

/** Selector of each list. `plugins` is an alias of `embeds`. */
const COLLECTIONS = {
  images: 'img',
  scripts: 'script',
  embeds: 'embed',
  plugins: 'embed',
  anchors: 'a[name]',
} as const

function collectionOf(query: () => readonly Element[]): HTMLCollection {
  const Collection: ListClass<HTMLCollection> = HTMLCollection
  return new Collection(S.illegalConstructor, query)
}

function addLists(prototype: object): void {
  const kept = new WeakMap<Document, Map<string, HTMLCollection>>()
  for (const [name, selector] of Object.entries(COLLECTIONS)) {
    define<Document>(prototype, {
      get [name]() {
        const collections = kept.get(this) ?? new Map<string, HTMLCollection>()
        kept.set(this, collections)
        const list =
          collections.get(selector) ?? collectionOf(() => [...this.querySelectorAll(selector)])
        collections.set(selector, list)
        return list
      },
    })
  }
  define<Document>(prototype, {
    getElementsByName(name: unknown) {
      const selector = `[name="${CSS.escape(String(name))}"]`
      const items = liveItems(() => [...this.querySelectorAll(selector)])
      const List: ListClass<NodeList> = NodeList
      return new List(S.illegalConstructor, items)
    },
  })
}

const liveItems = (query: () => Element[]): Element[] =>
  new Proxy<Element[]>([], {
    get: (_, key) => Reflect.get(query(), key),
    has: (_, key) => Reflect.has(query(), key),
    ownKeys: () => Reflect.ownKeys(query()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(query(), key),
  })
