/**
 * Makes collections as in Web IDL: lists of rectangles and files, iterators of forms and selects,
 * and lengths of options. `install-interfaces.ts` calls it.
 * https://webidl.spec.whatwg.org/#idl-indexed-properties
 */
import { type IndexedList, type ListClass, listClass } from '../css/indexed-list.ts'
import {
  define,
  defineHidden,
  descriptorOf,
  type InnerWindow,
  liveCollection,
  override,
  S,
} from '../internals.ts'

type Items = readonly object[]

export function installListClasses(window: InnerWindow): void {
  const [DOMRectList, FileList] = [listClass('DOMRectList'), listClass('FileList')]
  defineHidden(window, { DOMRectList, FileList })

  const listOf = (Class: ListClass, items: Items) => new Class(S.illegalConstructor, items)
  for (const { prototype } of [window.Element, window.Range]) {
    override<object, object>(prototype, {
      getClientRects() {
        return listOf(DOMRectList, super.getClientRects())
      },
    })
  }
  const files = new WeakMap<object, IndexedList<object>>()
  override<HTMLInputElement, object>(window.HTMLInputElement.prototype, {
    get files() {
      const items = super.files as Items | null
      if (items === null) return null
      const current = files.get(items)
      if (current?.length === items.length) return current
      const list = listOf(FileList, items)
      files.set(items, list)
      return list
    },
    set files(value: object | null) {
      super.files = value && Array.from(value as ArrayLike<object>)
    },
  })
}

export function installCollections(window: InnerWindow): void {
  const { HTMLFormElement, HTMLOptionsCollection, HTMLSelectElement } = window
  for (const { prototype } of [HTMLFormElement, HTMLSelectElement]) {
    defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  }
  const selected = new WeakMap<object, HTMLCollection>()
  define<HTMLSelectElement>(HTMLSelectElement.prototype, {
    item(index: number) {
      return this.options.item(index)
    },
    // happy-dom keeps those of the first read.
    get selectedOptions() {
      const selectedNow = () => [...this.options].filter((option) => option.selected)
      const list = selected.get(this) ?? liveCollection(window, selectedNow)
      selected.set(this, list)
      return list
    },
  })
  define<HTMLOptionsCollection>(HTMLOptionsCollection.prototype, {
    /** The proxies of collections call it. */
    [S.setNamedItem](index: number, option: HTMLOptionElement | null) {
      const before = this.item(index)
      if (option === null) before?.remove()
      else if (before) before.replaceWith(option)
      else {
        resize(this, index)
        this.add(option)
      }
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
