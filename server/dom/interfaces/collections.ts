/**
 * Makes collections as in Web IDL: lists of rectangles, sheets and files, iterators of forms and
 * selects, and lengths of options. `install-interfaces.ts` calls it.
 * https://webidl.spec.whatwg.org/#idl-indexed-properties
 */
import { Document } from '#happy-dom'
import { define, defineHidden, descriptorOf, type InnerWindow, override, S } from '../internals.ts'

type Items = readonly object[]

const itemsOf = new WeakMap<object, Items>()

function listClass(name: string): new (key: unknown, items: Items) => object {
  const { [name]: Class } = {
    [name]: class {
      constructor(key: unknown, items: Items) {
        if (key !== S.illegalConstructor) throw new TypeError('Illegal constructor')
        itemsOf.set(this, [...items])
        for (const [index, value] of items.entries()) {
          Object.defineProperty(this, index, { configurable: true, enumerable: true, value })
        }
      }
      get length(): number {
        return itemsOf.get(this)?.length ?? 0
      }
      item(index: unknown): object | null {
        return itemsOf.get(this)?.[Number(index) >>> 0] ?? null
      }
    },
  }
  const { prototype } = Class as { prototype: object }
  for (const key of ['length', 'item']) Object.defineProperty(prototype, key, { enumerable: true })
  defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  return Class as new (
    key: unknown,
    items: Items,
  ) => object
}

export function installListClasses(window: InnerWindow): void {
  const [DOMRectList, StyleSheetList, FileList] = ['DOMRectList', 'StyleSheetList', 'FileList'].map(
    listClass,
  )
  if (!DOMRectList || !StyleSheetList || !FileList) return
  defineHidden(window, { DOMRectList, StyleSheetList, FileList })

  const listOf = (Class: typeof FileList, items: Items) => new Class(S.illegalConstructor, items)
  for (const { prototype } of [window.Element, window.Range]) {
    override<object, object>(prototype, {
      getClientRects() {
        return listOf(DOMRectList, super.getClientRects())
      },
    })
  }
  override<Document, object>(Document.prototype, {
    get styleSheets() {
      return listOf(StyleSheetList, super.styleSheets as Items)
    },
  })
  const files = new WeakMap<object, object>()
  override<HTMLInputElement, object>(window.HTMLInputElement.prototype, {
    get files() {
      const items = super.files as Items | null
      if (items === null) return null
      const current = files.get(items)
      if (current && itemsOf.get(current)?.length === items.length) return current
      const list = listOf(FileList, items)
      files.set(items, list)
      return list
    },
    set files(value: object | null) {
      super.files = value && (itemsOf.get(value) ?? value)
    },
  })
}

export function installCollections(window: InnerWindow): void {
  const { HTMLFormElement, HTMLOptionsCollection, HTMLSelectElement } = window
  for (const { prototype } of [HTMLFormElement, HTMLSelectElement]) {
    defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  }
  define<HTMLSelectElement>(HTMLSelectElement.prototype, {
    item(index: number) {
      return this.options.item(index)
    },
  })
  for (const { prototype } of [HTMLSelectElement, HTMLOptionsCollection]) {
    const { get } = descriptorOf(prototype, 'length')
    Object.defineProperty(prototype, 'length', {
      configurable: true,
      enumerable: true,
      get(this: Options) {
        return get?.call(this)
      },
      set(this: Options, value: unknown) {
        resize(this, Number(value) >>> 0)
      },
    })
  }
}

type Options = HTMLSelectElement | HTMLOptionsCollection

const MOST_OPTIONS = 100_000

/** https://html.spec.whatwg.org/#dom-htmloptionscollection-length */
function resize(options: Options, length: number): void {
  if (length > MOST_OPTIONS) return
  while (options.length > length) options.item(options.length - 1)?.remove()
  while (options.length < length) options.add(document.createElement('option'))
}
