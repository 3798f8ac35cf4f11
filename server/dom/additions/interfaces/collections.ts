/**
 * Makes collections as in Web IDL: lists of rectangles and files, iterators of forms and
 * selects, tokens of `output.htmlFor`. `interfaces.ts` calls it.
 * https://webidl.spec.whatwg.org/#idl-indexed-properties
 */
import { DOMTokenList } from '#happy-dom'
import { type IndexedList, type ListClass, listClass } from '../../css/indexed-list.ts'
import { define, defineHidden, type InnerWindow, override, S } from '../../internals.ts'

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
  const { HTMLFormElement, HTMLOutputElement, HTMLSelectElement } = window
  for (const { prototype } of [HTMLFormElement, HTMLSelectElement]) {
    defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  }
  define<HTMLSelectElement>(HTMLSelectElement.prototype, {
    item(index: number) {
      return this.options.item(index)
    },
  })
  const tokens = new WeakMap<object, object>()
  define<HTMLOutputElement>(HTMLOutputElement.prototype, {
    get htmlFor() {
      const list =
        tokens.get(this) ?? new DOMTokenList(S.illegalConstructor as never, this as never, 'for')
      tokens.set(this, list)
      return list
    },
    set htmlFor(value: unknown) {
      this.setAttribute('for', String(value))
    },
  })
}
