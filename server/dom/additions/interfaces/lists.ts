/**
 * Makes the lists of rectangles, sheets and files lists of their interfaces.
 * https://webidl.spec.whatwg.org/#idl-indexed-properties
 * An addition: they are arrays in happy-dom.
 */
import { Document } from '#happy-dom'
import { defineHidden, type InnerWindow, override, S } from '../../internals.ts'

type Items = readonly object[]

const itemsOf = new WeakMap<object, Items>()

/** A class of lists that hold what an array holds. Pages cannot construct one. */
function listClass(name: string): new (key: unknown, items: Items) => object {
  const { [name]: made } = {
    [name]: class {
      constructor(key: unknown, items: Items) {
        if (key !== S.illegalConstructor) throw new TypeError('Illegal constructor')
        itemsOf.set(this, [...items])
        for (const [index, one] of items.entries()) {
          Object.defineProperty(this, index, { configurable: true, enumerable: true, value: one })
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
  const { prototype } = made as { prototype: object }
  for (const key of ['length', 'item']) Object.defineProperty(prototype, key, { enumerable: true })
  defineHidden(prototype, { [Symbol.iterator]: Array.prototype.values })
  return made as new (
    key: unknown,
    items: Items,
  ) => object
}

export function installLists(window: InnerWindow): void {
  const [DOMRectList, StyleSheetList, FileList] = ['DOMRectList', 'StyleSheetList', 'FileList'].map(
    listClass,
  )
  if (!DOMRectList || !StyleSheetList || !FileList) return
  defineHidden(window, { DOMRectList, StyleSheetList, FileList })

  const listOf = (made: typeof FileList, items: Items) => new made(S.illegalConstructor, items)
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
      const known = files.get(items)
      if (known && itemsOf.get(known)?.length === items.length) return known
      const list = listOf(FileList, items)
      files.set(items, list)
      return list
    },
    set files(value: object | null) {
      super.files = value && (itemsOf.get(value) ?? value)
    },
  })
}
