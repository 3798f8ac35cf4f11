/**
 * Lists that a document keeps of its elements, as old apps use them. In: nothing; called for pages that run their own scripts. Out:
 * `document.images` and the like are live, always the same object, and know their elements by name; `getElementsByName` is live; of
 * several controls of one name a form gives a RadioNodeList.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors
 */
import { Document as HappyDocument } from '#happy-dom'
import { S } from './internals.ts'

type Made<T> = new (allow: symbol, items: unknown) => T

/** What each holds. `plugins` is another name of `embeds`. */
const COLLECTIONS = {
  images: 'img',
  scripts: 'script',
  embeds: 'embed',
  plugins: 'embed',
  anchors: 'a[name]',
} as const

/** A live list of what a query finds. */
export const collectionOf = (query: () => readonly Element[]): HTMLCollection =>
  new (HTMLCollection as unknown as Made<HTMLCollection>)(S.illegalConstructor as symbol, query)

/** SIDE EFFECT: from here on documents have them. */
export function keepLists(): void {
  // The window's own document has what it had when the window was made on a prototype of its own; see trespass.ts.
  for (const of of [HappyDocument.prototype, Object.getPrototypeOf(document)]) keepListsOf(of)
}

function keepListsOf(prototype: object): void {
  const kept = new WeakMap<Document, Map<string, HTMLCollection>>()
  for (const [name, selector] of Object.entries(COLLECTIONS)) {
    Object.defineProperty(prototype, name, {
      ...{ configurable: true, enumerable: true },
      get(this: Document) {
        const own = kept.get(this) ?? new Map<string, HTMLCollection>()
        kept.set(this, own)
        const list = own.get(selector) ?? collectionOf(() => [...this.querySelectorAll(selector)])
        own.set(selector, list)
        return list
      },
    })
  }
  Object.defineProperty(prototype, 'getElementsByName', {
    ...{ configurable: true, enumerable: true, writable: true },
    value: function getElementsByName(this: Document, name: unknown) {
      const selector = `[name="${CSS.escape(String(name))}"]`
      const items = liveItems(() => [...this.querySelectorAll(selector)])
      return new (NodeList as unknown as Made<NodeList>)(S.illegalConstructor as symbol, items)
    },
  })
}

/** What a list of happy-dom's takes for an array, and is as long as what is found now. */
const liveItems = (query: () => Element[]): Element[] =>
  new Proxy<Element[]>([], {
    get: (_, key) => Reflect.get(query(), key),
    has: (_, key) => Reflect.has(query(), key),
    ownKeys: () => Reflect.ownKeys(query()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(query(), key),
  })
