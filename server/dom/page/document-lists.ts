/**
 * Makes `document.images` and similar lists live, with access by name, for pages that run their own
 * scripts. Several form controls of one name form a RadioNodeList.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */
import { Document as HappyDocument } from '#happy-dom'
import { define, S } from '../internals.ts'

type ListClass<T> = new (allow: symbol, items: unknown) => T

/** Selector of each list. `plugins` is an alias of `embeds`. */
const COLLECTIONS = {
  images: 'img',
  scripts: 'script',
  embeds: 'embed',
  plugins: 'embed',
  anchors: 'a[name]',
} as const

export const collectionOf = (query: () => readonly Element[]): HTMLCollection =>
  new (HTMLCollection as unknown as ListClass<HTMLCollection>)(
    S.illegalConstructor as symbol,
    query,
  )

/** SIDE EFFECT: adds the lists to documents. */
export function keepLists(): void {
  // The window's document has its original members on a prototype of its own; see
  // document-access.ts.
  for (const of of [HappyDocument.prototype, Object.getPrototypeOf(document)]) keepListsOf(of)
}

function keepListsOf(prototype: object): void {
  const kept = new WeakMap<Document, Map<string, HTMLCollection>>()
  for (const [name, selector] of Object.entries(COLLECTIONS)) {
    define<Document>(prototype, {
      get [name]() {
        const own = kept.get(this) ?? new Map<string, HTMLCollection>()
        kept.set(this, own)
        const list = own.get(selector) ?? collectionOf(() => [...this.querySelectorAll(selector)])
        own.set(selector, list)
        return list
      },
    })
  }
  define<Document>(prototype, {
    getElementsByName(name: unknown) {
      const selector = `[name="${CSS.escape(String(name))}"]`
      const items = liveItems(() => [...this.querySelectorAll(selector)])
      return new (NodeList as unknown as ListClass<NodeList>)(S.illegalConstructor as symbol, items)
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
